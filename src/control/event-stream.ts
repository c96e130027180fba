/**
 * The data of each server-sent event that a response brings (WHATWG HTML 9.2); comments and other fields are left out.
 */
export async function* eventsOf(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}
