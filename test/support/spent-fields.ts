import type { INestApplicationContext } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { CallCounter } from '#libs/core/limits';
import type { HttpClient } from './http-client.js';

/** Counts root fields of a client's session as if it had asked for them: so many real ones may take longer than a minute on a busy machine. */
export async function spendFields(
  { app }: { app: INestApplicationContext },
  client: HttpClient,
  fields: number,
): Promise<void> {
  const { sid } = decodeJwt(String(client.fixedHeaders['authorization']).slice('Bearer '.length));
  await app.get(CallCounter, { strict: false }).count('graphql-fields', fields, String(sid), fields);
}
