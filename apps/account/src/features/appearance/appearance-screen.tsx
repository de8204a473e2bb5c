import { Field, Select, Stack, useColorMode } from '@homie/ui';
import { Section } from '../../layout/section';
import { useTextSize } from './use-text-size';

const THEMES = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const SIZES = [
  { value: 'default', label: 'Like the browser' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
] as const;

/** The theme and the size of text in this browser. */
export function AppearanceScreen() {
  const { mode, set } = useColorMode();
  const { size, setSize } = useTextSize();
  return (
    <Section title="Appearance" description="These choices apply in this browser at once.">
      <Stack gap="4" maxWidth="form">
        <Field label="Theme">
          {(control) => (
            <Select
              {...control}
              value={mode}
              options={THEMES}
              onChange={({ currentTarget }) => {
                const theme = THEMES.find(({ value }) => value === currentTarget.value);
                if (theme) set(theme.value);
              }}
            />
          )}
        </Field>
        <Field label="Text size">
          {(control) => (
            <Select
              {...control}
              value={size}
              options={SIZES}
              onChange={({ currentTarget }) => {
                const chosen = SIZES.find(({ value }) => value === currentTarget.value);
                if (chosen) setSize(chosen.value);
              }}
            />
          )}
        </Field>
      </Stack>
    </Section>
  );
}
