import { appendDelta, type SequencedStreamEvent, type TurnSummary } from '@homie/contracts';
import type { FailureNotice } from './state';
import type { EngineEvent } from './state';

/** Batches reply text per frame: it arrives faster than the screen paints, so each frame shows the latest text. */
export interface TextPacer {
  /** Shows the text of a reply so far with the next frame. */
  write: (conversationId: string, text: string) => void;
  /** Drops text that was not shown yet. */
  drop: (conversationId: string) => void;
}

/** @param nextFrame calls back at the next moment to render text */
export function createTextPacer(
  nextFrame: (callback: () => void) => void,
  show: (conversationId: string, text: string) => void,
): TextPacer {
  const arrived = new Map<string, string>();
  let isScheduled = false;

  function flush() {
    isScheduled = false;
    const texts = [...arrived];
    arrived.clear();
    for (const [conversationId, text] of texts) show(conversationId, text);
  }
  return {
    write(conversationId, text) {
      arrived.set(conversationId, text);
      if (isScheduled) return;
      isScheduled = true;
      nextFrame(flush);
    },
    drop: (conversationId) => void arrived.delete(conversationId),
  };
}

interface ReplyStream {
  conversationId: string;
  /** The key of the send that the reply answers; null for a reply that the server was writing already. */
  key: string | null;
  /** Opens the stream; `onRetry` is called when the server cannot be reached and the stream reconnects. */
  open: (onRetry: () => void) => AsyncIterable<SequencedStreamEvent>;
  pacer: TextPacer;
  /** Resolves when rendered text has been painted. */
  waitForPaint: () => Promise<void>;
  dispatch: (event: EngineEvent) => void;
}

/**
 * Reads one reply to its closing event and dispatches engine events.
 * @throws the error of the stream
 */
export async function readReply(reply: ReplyStream): Promise<void> {
  const { conversationId, key, open, pacer, waitForPaint, dispatch } = reply;
  let text = '';
  let isReconnecting = false;

  function showNow(isFinal: boolean, replaces = false) {
    pacer.drop(conversationId);
    dispatch({ type: 'textArrived', conversationId, text, isFinal, replaces });
  }
  function end(
    status: TurnSummary['status'],
    lastSeq: number,
    notice: FailureNotice,
    errorCode: string | null = null,
  ) {
    pacer.drop(conversationId);
    const turn = {
      status,
      text,
      error_message: notice.description,
      error_code: errorCode,
      last_seq: lastSeq,
    };
    dispatch({ type: 'endedWithoutMessage', conversationId, key, turn, notice });
  }

  pacer.drop(conversationId);
  const events = open(() => {
    isReconnecting = true;
    dispatch({ type: 'unreachable', conversationId });
  });
  for await (const streamed of events) {
    const { event, data, seq } = streamed;
    if (isReconnecting) dispatch({ type: 'reached', conversationId });
    isReconnecting = false;
    switch (event) {
      case 'info':
        dispatch({ type: 'acknowledged', conversationId, key, data });
        break;
      case 'delta':
        text = appendDelta(text, streamed);
        if (data.last || data.replaces) showNow(false, data.replaces);
        else pacer.write(conversationId, text);
        break;
      case 'final':
        text = data.text;
        // Render the last words first: storing, listing and announcing the reply takes longer.
        showNow(true);
        await waitForPaint();
        dispatch({ type: 'completed', conversationId, key, data, lastSeq: seq });
        return;
      case 'requires_action':
        return end('requires_action', seq, { title: 'Tools Required', description: data.message });
      case 'error': {
        const status = data.code === 'interrupted' ? 'interrupted' : 'failed';
        const notice = { title: 'Error', description: data.message };
        return end(status, seq, notice, data.code);
      }
    }
  }
}
