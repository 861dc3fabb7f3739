import type { MessagePort } from 'node:worker_threads';

interface Question<Input> {
  readonly id: number;
  readonly input: Input;
}

interface Answer<Output> {
  readonly id: number;
  readonly output: Output;
}

/** Asks through a port whose other end answers by `answerPort`. The port keeps no thread alive. */
export function askPort<Input, Output>(port: MessagePort): (input: Input) => Promise<Output> {
  const waiting = new Map<number, (output: Output) => void>();
  let last = 0;
  port.on('message', ({ id, output }: Answer<Output>) => {
    waiting.get(id)?.(output);
    waiting.delete(id);
    if (waiting.size === 0) port.unref();
  });
  port.unref();
  return (input) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      port.ref();
      port.postMessage({ id: last, input } satisfies Question<Input>);
    });
}

/** Answers what comes through a port, for as long as its other end lives. `answer` must not throw. */
export function answerPort<Input, Output>(port: MessagePort, answer: (input: Input) => Promise<Output>): void {
  port.on('message', ({ id, input }: Question<Input>) => {
    void answer(input).then((output) => port.postMessage({ id, output } satisfies Answer<Output>));
  });
}
