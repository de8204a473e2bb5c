// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/on-screen';
import { renderApp, testSession } from '../../testing/render-app';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['an administrator', () => Response.json(true), true],
  ['a worker', () => Response.json(false), false],
  ['a user whose role is not readable', () => new Response(null, { status: 500 }), false],
])(
  'HEADER-08 PERM-06 the menu of %s offers Admin Panel to administrators only',
  async (_who, isAdmin, isOffered) => {
    const asked = vi.fn<() => Response>(isAdmin);
    renderApp('/app', { stored: testSession(), answers: { 'POST /rest/v1/rpc/is_admin': asked } });
    await screen.findByRole('heading', { name: 'Screens of chat' });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    fireEvent.click(screen.getByRole('button', { name: /^Account of/ }));
    await screen.findByRole('menuitem', { name: 'Sign Out' });
    if (isOffered) await screen.findByRole('menuitem', { name: 'Admin Panel' });
    expect(screen.queryAllByRole('menuitem', { name: 'Admin Panel' })).toHaveLength(+isOffered);
  },
);
