/**
 * The floor: appends the text of the same events from the same server to plain paragraphs once a frame, and scrolls to
 * the end. Its cost is the minimum for showing a growing text.
 */
export const floorPage = `<!doctype html>
<meta charset="utf-8">
<title>Floor</title>
<style>
  body { margin: 0; font: 16px/1.5 sans-serif; }
  main { height: 100vh; overflow-y: auto; }
  p { max-width: 72ch; margin: 0 auto 12px; white-space: pre-wrap; }
</style>
<main></main>
<script>
  const main = document.querySelector('main');
  let node;
  let arrived = '';
  function paragraph() {
    const p = document.createElement('p');
    node = document.createTextNode('');
    p.append(node);
    main.append(p);
  }
  function flush() {
    const [first, ...others] = arrived.split('\\n\\n');
    arrived = '';
    node.appendData(first);
    for (const text of others) {
      paragraph();
      node.appendData(text);
    }
    main.scrollTop = main.scrollHeight;
  }
  function read(event) {
    if (!event.includes('event: delta')) return;
    const { text } = JSON.parse(event.slice(event.indexOf('data: ') + 6));
    if (arrived === '') requestAnimationFrame(flush);
    arrived += text;
  }
  async function ask(headers, call) {
    paragraph();
    const response = await fetch('/functions/v1/conversations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(call),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let waiting = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (waiting + value).split('\\n\\n');
      waiting = events.pop();
      events.forEach(read);
    }
  }
</script>
`;
