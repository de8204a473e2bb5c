import { lazyAccountApi, useApi } from '@homie/api-client';
import { useAuth } from '@homie/auth';
import { timeZone, useStore } from '@homie/composition';
import { textSearch } from '@homie/contracts/search-text';
import { Box, Field, toast } from '@homie/ui';
import { fullTime, useNow } from '@homie/widgets';
import { Combobox } from '@homie/widgets/combobox';
import { useState } from 'react';
import { reportError, reportFailure } from '../../layout/report-failure';
import { Section } from '../../layout/section';

const DEVICE = 'Same as this device';

/** Replaces the underscores in the name of a zone: people type spaces. */
const toText = (zone: string) => zone.replaceAll('_', ' ');

/** Finds the time zones for a text; the device's own is first. */
async function searchZones(query: string): Promise<readonly string[]> {
  const isWanted = textSearch(query);
  return ['', ...Intl.supportedValuesOf('timeZone')].filter((zone) =>
    isWanted(toText(zone) || DEVICE),
  );
}

/** The time zone of all times that the user sees, on each of their devices. */
export function TimeZoneSection() {
  const api = useApi();
  const auth = useAuth();
  const zone = useStore(timeZone);
  const now = useNow();
  const [busy, setBusy] = useState(false);

  async function choose(next: string | undefined) {
    setBusy(true);
    try {
      await (await lazyAccountApi()).setTimeZone(api, next || null);
      const renewed = await auth.call((service) => service.refreshSession());
      if (renewed.ok) toast.success({ title: 'Time zone saved' });
      else reportFailure(renewed.failure);
    } catch (error) {
      reportError(error);
    }
    setBusy(false);
  }

  return (
    <Section title="Time zone" description="All times that you see, on all your devices.">
      <Box maxWidth="form" aria-busy={busy}>
        <Field label="Time zone" hint={`It is ${fullTime(now)}.`}>
          {(control) => (
            <Combobox
              control={control}
              search={searchZones}
              describe={(each) => ({ key: each || 'device', text: toText(each) || DEVICE })}
              chosen={zone && toText(zone)}
              placeholder={DEVICE}
              emptyText="No time zone found"
              maxLength={40}
              onChoose={(next) => void choose(next)}
              onClear={() => void choose(undefined)}
            />
          )}
        </Field>
      </Box>
    </Section>
  );
}
