import { Card, Heading, type Elements } from '@homie/ui';

/** A section on the page of a record. */
export function RecordSection({ title, children }: { title: string; children: Elements }) {
  return (
    <Card aria-label={title} minWidth="0">
      <Heading as="h2" size="md" mb="3">
        {title}
      </Heading>
      {children}
    </Card>
  );
}
