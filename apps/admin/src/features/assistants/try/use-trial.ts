import type { TrialMessage } from '@homie/api-client';
import {
  appendDelta,
  type AssistantModelFields,
  type Citation,
  type StreamEvent,
} from '@homie/contracts';
import { announce } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { getErrorMessage } from '../../../data/show-failure';

/** A reply of a trial, as far as it was received. */
export interface TrialReply {
  text: string;
  citations: readonly Citation[];
  notes: readonly string[];
  status: 'running' | 'complete' | 'stopped' | 'failed';
  /** Says why the reply failed. */
  problem?: string;
}

/** A message and the reply to it. */
export interface Exchange {
  question: string;
  reply: TrialReply;
}

const STARTED: TrialReply = { text: '', citations: [], notes: [], status: 'running' };

/** Applies an event to a reply. */
export function applyEvent(reply: TrialReply, streamed: StreamEvent): TrialReply {
  const { event, data } = streamed;
  switch (event) {
    case 'delta':
      return { ...reply, text: appendDelta(reply.text, streamed) };
    case 'final': {
      const { text, citations = [], notes = [] } = data;
      return { text, citations, notes, status: 'complete' };
    }
    case 'error':
    case 'requires_action':
      return { ...reply, status: 'failed', problem: data.message };
    default:
      return reply;
  }
}

function toMessages({ question, reply }: Exchange): TrialMessage[] {
  if (reply.text === '') return [];
  return [
    { role: 'user', text: question },
    { role: 'assistant', text: reply.text },
  ];
}

/** A conversation with an assistant that only this component has. Unmounting it stops the reply. */
export function useTrial(assistantId: string) {
  const { admin, api } = useAdminApi();
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = exchanges.at(-1)?.reply.status === 'running';

  function changeReply(change: (reply: TrialReply) => TrialReply) {
    setExchanges((all) =>
      all.map((exchange, index) =>
        index === all.length - 1 ? { ...exchange, reply: change(exchange.reply) } : exchange,
      ),
    );
  }

  async function send(question: string, model: AssistantModelFields) {
    const { signal } = (running.current = new AbortController());
    const trial = { model, history: exchanges.flatMap(toMessages), content: question };
    setExchanges([...exchanges, { question, reply: STARTED }]);
    try {
      for await (const event of admin.tryAssistant(api, assistantId, trial, signal)) {
        if (signal.aborted) return;
        changeReply((reply) => applyEvent(reply, event));
      }
      announce('The reply is complete.');
    } catch (error) {
      if (signal.aborted) return;
      changeReply((reply) => ({ ...reply, status: 'failed', problem: getErrorMessage(error) }));
    }
  }

  return {
    exchanges,
    isRunning,
    send: (question: string, model: AssistantModelFields) => void send(question, model),
    stop() {
      running.current?.abort();
      changeReply((reply) => ({ ...reply, status: 'stopped' }));
    },
    clear() {
      running.current?.abort();
      setExchanges([]);
    },
  };
}

/** The state and the actions of a trial. */
export type Trial = ReturnType<typeof useTrial>;
