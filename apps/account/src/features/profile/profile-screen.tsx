import { describeIdentity, useAuth, useSession } from '@homie/auth';
import { profileSchema, type Profile } from '@homie/contracts/authentication';
import { Avatar, Box, Form, HStack, Stack, SubmitButton, Text, TextField, toast } from '@homie/ui';
import { Section } from '../../layout/section';
import { reportFailure } from '../../layout/report-failure';
import { TimeZoneSection } from './time-zone-section';

/** The name and the time zone of the user. */
export function ProfileScreen() {
  return (
    <Stack gap="4">
      <NameSection />
      <TimeZoneSection />
    </Stack>
  );
}

/** The name of the user, as others and the user menu show it. */
function NameSection() {
  const auth = useAuth();
  const user = useSession()?.user;
  const displayName = user?.user_metadata?.display_name;
  const identity = describeIdentity(user?.email, displayName);

  async function save(profile: Profile) {
    const data = { display_name: profile.displayName };
    const result = await auth.call((service) => service.updateUser({ data }));
    if (!result.ok) return reportFailure(result.failure);
    toast.success({ title: 'Profile saved' });
  }

  return (
    <Section title="Profile" description="Your name and initial in the header.">
      <HStack gap="3">
        <Avatar name={identity.name} />
        <Box minWidth="0">
          <Text translate="no" fontWeight="medium" overflowWrap="anywhere">
            {identity.name}
          </Text>
          <Text translate="no" size="sm" tone="muted" overflowWrap="anywhere">
            {identity.email}
          </Text>
        </Box>
      </HStack>
      <Form
        label="Profile"
        schema={profileSchema}
        defaultValues={{ displayName: typeof displayName === 'string' ? displayName : '' }}
        onSubmit={save}
      >
        <Box maxWidth="form">
          <TextField<Profile>
            name="displayName"
            label="Display name"
            hint="Leave it empty to show the first part of your email address."
            autoComplete="name"
          />
        </Box>
        <Box>
          <SubmitButton<Profile> busyLabel="Saving...">Save</SubmitButton>
        </Box>
      </Form>
    </Section>
  );
}
