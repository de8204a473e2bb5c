import { ApiError, lazyResearchApi, useApi } from '@homie/api-client';
import { IconButton, IconGlobe, toast } from '@homie/ui';
import { useState, useSyncExternalStore } from 'react';
import { newId } from '@homie/widgets/new-id';
import { useChat } from '../../engine/react';

export interface ResearchButtonProps {
  conversationId: string;
  /** A reply is running, or the text is too long. */
  disabled: boolean;
}

/**
 * Searches the web for the typed text. The text and the result become a message and its reply, shown as they arrive,
 * like those of another tab. The text is removed from the composer once it has a reply.
 */
export function ResearchButton({ conversationId, disabled }: ResearchButtonProps) {
  const api = useApi();
  const { drafts, suppressNextFailure, reload } = useChat();
  const [searching, setSearching] = useState(false);
  const isBlank = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.read(conversationId).trim() === '',
  );

  async function research() {
    const query = drafts.read(conversationId);
    setSearching(true);
    // Failures are reported here, even if the reply is also followed in the meantime.
    const undo = suppressNextFailure(conversationId);
    try {
      const { researchWeb } = await lazyResearchApi();
      const { citations } = await researchWeb(api, conversationId, {
        query,
        idempotencyKey: newId(),
      });
      undo();
      if (drafts.read(conversationId) === query) drafts.write(conversationId, '');
      const sources = citations.length === 1 ? '1 source' : `${citations.length} sources`;
      toast.success({ title: 'Web Research Complete', description: `Found ${sources}.` });
    } catch (error) {
      const known = error instanceof ApiError;
      const description = known ? error.message : 'An unexpected error occurred.';
      toast.error({ title: 'Web Research Failed', description });
    } finally {
      setSearching(false);
      reload(conversationId);
    }
  }

  return (
    <IconButton
      label={searching ? 'Searching the web...' : 'Web research'}
      size="sm"
      busy={searching}
      disabled={(disabled || isBlank) && !searching}
      icon={<IconGlobe />}
      onClick={() => void research()}
    />
  );
}
