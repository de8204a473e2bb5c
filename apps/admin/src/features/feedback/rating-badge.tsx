import type { FeedbackRating } from '@homie/contracts';
import { Badge } from '@homie/ui';
import { IconFlag, IconThumbsDown, IconThumbsUp } from '@homie/widgets';

const RATINGS = {
  helpful: { label: 'Helpful', tone: 'neutral', Icon: IconThumbsUp },
  not_helpful: { label: 'Not helpful', tone: 'warning', Icon: IconThumbsDown },
  problem: { label: 'Problem', tone: 'danger', Icon: IconFlag },
} as const;

/** The rating of a reply. */
export function RatingBadge({ rating }: { rating: FeedbackRating }) {
  const { label, tone, Icon } = RATINGS[rating];
  return (
    <Badge tone={tone}>
      <Icon size={12} />
      <span>{label}</span>
    </Badge>
  );
}
