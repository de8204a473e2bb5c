/**
 * Returns the response of a model that obeys an injection: it writes a text, and links a page of its choice.
 * @param text the reply
 */
export function obeyInjection(text: string): Response {
  const events = [
    { type: 'response.created', response: { id: 'resp_1', model: 'model-1' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', delta: text },
    {
      type: 'response.output_text.annotation.added',
      annotation: { type: 'url_citation', url: 'https://evil.test/', title: 'Evil' },
    },
    { type: 'response.completed', response: {} },
  ];
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
