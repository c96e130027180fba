import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { sendLong } from '../../src/bindings/long-reply';
import { resultEncoder } from '../../src/bindings/result-encoder';
import type { LongResult } from '../../src/contract/operations';
import { ignoreObservations } from '../../src/ops/observations';
import { MemoryBudget } from '../../src/server/memory-budget';
import { turnsDuring } from '../support/turns';

test('a client that could take all slices at once gets one in each turn of the event loop', async () => {
  const taken: unknown[] = [];
  const client = new Writable({
    highWaterMark: 10_000_000,
    write: (chunk, _encoding, next) => {
      taken.push(String(chunk));
      next();
    },
  });
  const req = Object.assign(new EventEmitter(), { socket: new Socket() });
  const response = Object.assign(client, { req }) as unknown as ServerResponse;
  const budget = new MemoryBudget(1_000_000, ignoreObservations);
  const slices = Array.from({ length: 50 }, (_, index) => Buffer.alloc(10_000, String(index)));
  const body = { prefix: '<a>', result: { slices, length: 500_000 }, suffix: '</a>' };
  const turns = await turnsDuring(async () => {
    const sent = sendLong(response, body, budget);
    expect(budget.bytes).toBe(500_000);
    await sent;
  });
  expect(taken).toEqual(['<a>', ...slices.map(String), '</a>']);
  expect(turns).toBeGreaterThanOrEqual(50);
  expect(budget.bytes).toBe(0);
});

test('a long result counts as an answer, with its own bytes, only while it is being encoded', async () => {
  const long = '<'.repeat(200_000);
  const budget = new MemoryBudget(long.length, ignoreObservations);
  const encoded = resultEncoder(budget)(long);
  expect([budget.bytes, budget.isFullOfAnswers]).toEqual([long.length, true]);
  await expect(encoded).resolves.toMatchObject({ length: 4 * long.length });
  expect(budget.bytes).toBe(0);
});

test('no slice ends inside a surrogate pair, even after half of another pair', async () => {
  const text = `${'a'.repeat(65_535)}\ud800${'\u{1f600}'.repeat(10)}`;
  const encode = resultEncoder(new MemoryBudget(1_000_000, ignoreObservations));
  const { slices = [] } = (await encode(text)) as Partial<LongResult>;
  expect(Buffer.concat(slices).toString()).toBe(text.toWellFormed());
});
