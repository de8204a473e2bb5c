import { Link, useDocumentTitle } from '@homie/composition';
import { Box, Container, LinkTabs, Page } from '@homie/ui';
import { BackToApp, FadedEdges } from '@homie/widgets';
import type { ReactNode } from 'react';

const TABS = [
  { id: 'profile', label: 'Profile', href: '/account' },
  { id: 'appearance', label: 'Appearance', href: '/account/appearance' },
  { id: 'notifications', label: 'Notifications', href: '/account/notifications' },
  { id: 'security', label: 'Security', href: '/account/security' },
  { id: 'sessions', label: 'Sessions', href: '/account/sessions' },
];

/** The way back, the title and the tabs around each screen of the settings. */
export function AccountFrame({ path, children }: { path: string; children: ReactNode }) {
  const current = TABS.find(({ href }) => href === path)?.label ?? '';
  useDocumentTitle(`${current} · Settings`);
  return (
    <>
      <Container paddingTop="4" size="sheet">
        <BackToApp />
      </Container>
      <Page title="Settings" size="sheet">
        <FadedEdges>
          <LinkTabs
            label="Settings"
            items={TABS.map((tab) => ({ ...tab, active: tab.href === path }))}
            renderLink={({ href, ...link }) => <Link to={href} {...link} />}
          />
        </FadedEdges>
        <Box mt="6">{children}</Box>
      </Page>
    </>
  );
}
