// @vitest-environment jsdom
import { lazyFeedbackApi } from '@homie/api-client';
import type { ReplyFeedback } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FeedbackDialog } from './feedback-dialog';

afterEach(cleanup);

test.each([
  ['not_helpful', true],
  ['problem', false],
] as const)(
  'FEED-10 consent to share that was given as not helpful is in the dialog of %s: %s',
  async (rating, isShared) => {
    const feedback: ReplyFeedback = {
      message_id: '00000000-0000-4000-8000-000000000001',
      rating: 'not_helpful',
      reason: 'wrong',
      comment: 'Wrong day',
      shared: true,
    };
    const feedbackApi = await lazyFeedbackApi();
    render(
      <UiProvider>
        <FeedbackDialog
          rating={rating}
          feedbackApi={feedbackApi}
          feedback={feedback}
          onSave={async () => {}}
          onRemove={() => {}}
          onClose={() => {}}
        />
      </UiProvider>,
    );
    const share = screen.getByRole('switch', { name: 'Share this question and reply' });
    expect(share).toHaveProperty('checked', isShared);
    expect(screen.getByLabelText('Comment')).toHaveProperty('value', 'Wrong day');
  },
);

test('PEOPLE-40 a reply that could harm someone names whom to call, and no other reason does', async () => {
  const feedbackApi = await lazyFeedbackApi();
  render(
    <UiProvider>
      <FeedbackDialog
        rating="problem"
        feedbackApi={feedbackApi}
        feedback={null}
        onSave={async () => {}}
        onRemove={() => {}}
        onClose={() => {}}
      />
    </UiProvider>,
  );
  const help = 'If someone is in danger now, call 000.';
  expect(screen.queryByText(help)).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'It could harm someone' }));
  expect(screen.getByText(help)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /private/ }));
  expect(screen.queryByText(help)).toBeNull();
});
