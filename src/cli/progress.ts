/** A line on a terminal that is written over again; nothing where there is no terminal. */
export function progressBar(stream: NodeJS.WritableStream): { show(text: string): void; clear(): void } {
  const terminal = 'isTTY' in stream && stream.isTTY === true;
  let shown = false;
  const write = (text: string) => {
    if (terminal) stream.write(`\r\u001b[K${text}`);
  };
  return {
    show(text) {
      shown = true;
      write(text);
    },
    clear() {
      if (shown) write('');
      shown = false;
    },
  };
}
