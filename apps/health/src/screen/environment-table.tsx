import { Badge, Code, Flex, Heading, Span, Text, TextLink } from '@homie/ui';
import { DataTable, type Column, NameText } from '@homie/widgets';
import { manifestAddress } from '../api/use-manifests';
import {
  compareEnvironments,
  type ComparedRemote,
  type ComparedVersion,
  type ReadEnvironment,
} from '../model/comparison';

/** The versions in other environments, next to those in this one. */
export function EnvironmentTable({ environments }: { environments: readonly ReadEnvironment[] }) {
  const [here, ...others] = environments;
  if (!here || others.length === 0) return null;
  // The first release creates revision 1.
  const empty = others.filter(({ manifest }) => manifest?.revision === 0).map(({ name }) => name);
  const compared = environments.filter(({ name }) => !empty.includes(name));
  const columns: readonly [Column<ComparedRemote>, ...Column<ComparedRemote>[]] = [
    {
      id: 'remote',
      header: 'Remote',
      cell: ({ remote }) => <NameText>{remote}</NameText>,
      width: '10rem',
    },
    ...compared.map(({ name, manifest }): Column<ComparedRemote> => ({
      id: name,
      header: name,
      cell: (row) =>
        manifest === null ? (
          <Text tone="muted">Could not be loaded</Text>
        ) : (
          <Version version={row.environments.get(name)} />
        ),
    })),
  ];
  return (
    <section aria-labelledby="environments">
      <Heading id="environments" mb="1">
        Environments
      </Heading>
      <Text tone="muted" mb="4">
        Versions in other environments, compared with <span translate="no">{here.name}</span>.
      </Text>
      {compared.length > 1 && (
        <DataTable
          label="Environments"
          columns={columns}
          rows={compareEnvironments(compared)}
          rowKey={({ remote }) => remote}
          rowName={({ remote }) => remote}
          empty={null}
        />
      )}
      {empty.length > 0 && (
        <Text mt="3">
          {`Nothing has been released to ${new Intl.ListFormat('en').format(empty)} from here yet.`}
        </Text>
      )}
      <Flex gap="4" flexWrap="wrap" mt="3" fontSize="sm">
        {compared.slice(1).map(({ name, manifest }) =>
          manifest ? (
            <TextLink key={name} href={manifestAddress(name)} target="_blank">
              {`Manifest of ${name}, revision ${manifest.revision}`}
            </TextLink>
          ) : null,
        )}
      </Flex>
    </section>
  );
}

function Version({ version: compared }: { version: ComparedVersion | undefined }) {
  if (!compared) return null;
  const { version, rollouts, differs } = compared;
  return (
    <Flex as="span" alignItems="center" gap="2" flexWrap="wrap">
      {version === null ? <Span color="fg.muted">Not released</Span> : <Code>{version}</Code>}
      {differs && <Badge tone="info">Differs</Badge>}
      {rollouts.length > 0 && <Badge tone="accent">{`Rolling out ${rollouts.join(', ')}`}</Badge>}
    </Flex>
  );
}
