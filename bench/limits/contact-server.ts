// The limit beside `contacts-create`: a bare node:http server that makes the same rows, one transaction a request. It reads
// the body, seals nothing and checks nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 } from 'uuid';
import { newId, nextPosition } from '#libs/core/persistence';
import { answerParent } from '../support/helper-process.js';

export interface ContactServerOptions {
  databaseUrl: string;
  connections: number;
  tenantId: string;
  /** Random bytes in place of what the CRM seals. */
  sealed: { key: string; email: string; phone: string; activity: string; event: object };
}

interface Body {
  email: string;
  telefone: string;
  nome: string;
  cidade: string;
  marcadores: string[];
}

/** Statements are prepared once per connection. */
const STATEMENTS = {
  contact: `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, city, custom, source, data_key)
    values ($1, $2, 'contact', 'new', $3, $4, $5, $6, '{}', 'manual', $7)`,
  identifiers: `insert into contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, domain_index, is_primary)
    values ($1, $2, $3, 'email', $4, sha256($5), sha256($8), true), ($1, $6, $3, 'phone', $7, sha256($8), null, true)`,
  activity: `insert into activity (tenant_id, contact_id, id, type, author_id, sealed)
    values ($1, $2, $3, 'stage-changed', 'usr_0123456789abcdef', $4)`,
  outbox: `insert into outbox (id, tenant_id, kind, payload) values ($1, $2, 'app-event.deliver', $3)`,
  audit: `insert into audit_entry (id, tenant_id, actor_kind, actor_id, action, object_type, object_id, after, ip)
    values ($1, $2, 'user', 'usr_0123456789abcdef', 'contact.created', 'contact', $3, $4, '127.0.0.1')`,
};

function listen({ databaseUrl, connections, tenantId, sealed }: ContactServerOptions): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const bytes = {
    key: Buffer.from(sealed.key, 'base64'),
    email: Buffer.from(sealed.email, 'base64'),
    phone: Buffer.from(sealed.phone, 'base64'),
    activity: Buffer.from(sealed.activity, 'base64'),
  };
  const event = JSON.stringify(sealed.event);
  const after = JSON.stringify({ stage: 'new', tags: [], source: 'manual' });

  const create = async (body: Body): Promise<string> => {
    const client = await pool.connect();
    const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
      client.query({ name, text: STATEMENTS[name], values });
    const id = newId('cnt');
    const [email, phone] = [Buffer.from(body.email), Buffer.from(body.telefone)];
    try {
      await client.query('begin');
      await run('contact', [tenantId, id, body.nome, body.nome.toLowerCase(), body.marcadores, body.cidade, bytes.key]);
      await run('identifiers', [tenantId, v7(), id, bytes.email, email, v7(), bytes.phone, phone]);
      await run('activity', [tenantId, id, v7(), bytes.activity]);
      await run('outbox', [nextPosition(), tenantId, event]);
      await run('audit', [newId('aud'), tenantId, id, after]);
      await client.query('commit');
      return id;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      create(body).then(
        (id) => {
          const answer = JSON.stringify({ id, ...body });
          response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
          response.end(answer);
        },
        () => response.destroy(),
      );
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

answerParent({ listen });
