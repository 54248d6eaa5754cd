// The limit beside `mail-receive`: smtp-server alone, which writes each message to a file and flushes it.
import { mkdir, open } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { answerParent } from '../support/helper-process.js';

let files = 0;

async function store(dir: string, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const file = await open(join(dir, String((files += 1))), 'wx');
  try {
    await file.writev(chunks);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function listen(dir: string): Promise<number> {
  await mkdir(dir, { recursive: true });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => void store(dir, stream).then(() => done(), done),
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port));
  });
}

answerParent({ listen });
