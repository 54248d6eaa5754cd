import {
  Body,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  Injectable,
  Module,
  Param,
  Post,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import pg from 'pg';
import { withClient } from '#libs/test/embedded';
import { code, createApp, defineCodes, detailedEnvelope, Problem, Text, type Defined } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { CURRENT_TENANTS_SQL, DatabaseModule, exec, tenantPolicySql, type TenantId } from '#libs/core/persistence';
import { createTestDatabase } from '#libs/test/testing';
import {
  IDEMPOTENCY_ENTITIES,
  idempotencySql,
  idempotentBy,
  IdempotencyModule,
  IdempotencyService,
  type Answered,
  type Idempotency,
} from '../src/index.js';

const CODES = defineCodes({ KeyReused: code(422, 'The key was used with another body.') });

declare module '#libs/core/http' {
  interface AppCodes extends Defined<typeof CODES> {}
}

/** The tenant of a call, which the test names. */
const Tenant = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>().get('x-tenant'),
);

/** Mail's keys and its 409. */
const Idempotent = idempotentBy({ pattern: /^[\w.:-]{1,128}$/, text: '1 to 128 characters of A-Z a-z 0-9 . _ : -' });
/** Keys as Pages takes them, with its 422. */
const IdempotentForm = idempotentBy({
  pattern: /^[\x21-\x7e]{1,255}$/,
  text: '1 to 255 printable characters',
  conflict: 'KeyReused',
});

class NoteRequest {
  @Text({ max: 100 })
  text: string;
}

interface Note {
  id: number;
  text: string;
}

/** Writes in a transaction, as an ordinary service does. */
@Injectable()
export class NotesService {
  /** Each note waits for it between its write and its commit. */
  gate: Promise<unknown> = Promise.resolve();
  /** How many notes have written, whether they were committed or not. */
  written = 0;
  /** How many are still to fail after they wrote. */
  failures = 0;

  constructor(private readonly idempotency: IdempotencyService) {}

  create(tenantId: TenantId, text: string, idempotency: Idempotency | null): Promise<Answered<Note>> {
    return this.idempotency.once(tenantId, idempotency, async (tx) => {
      const id = ++this.written;
      await exec(tx, 'insert into note (tenant_id, id, text) values ($1, $2, $3)', [tenantId, id, text]);
      await this.gate;
      if (this.failures > 0) {
        this.failures -= 1;
        throw new Problem('ProviderError');
      }
      return { id, text };
    });
  }
}

@Controller()
class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Post('notes')
  async create(
    @Tenant() tenantId: TenantId,
    @Body() { text }: NoteRequest,
    @Res({ passthrough: true }) response: Response,
    @Idempotent() idempotency: Idempotency | null,
  ) {
    const { answer, replayed } = await this.notes.create(tenantId, text, idempotency);
    response.status(replayed ? 200 : 202);
    return { ...answer, idempotent_replay: replayed };
  }

  @Post('forms/:form/notes')
  @HttpCode(201)
  async createInForm(
    @Tenant() tenantId: TenantId,
    @Param('form') form: string,
    @Body() { text }: NoteRequest,
    @IdempotentForm() idempotency: Idempotency | null,
  ) {
    return (await this.notes.create(tenantId, `${form} ${text}`, idempotency)).answer;
  }
}

/** An app with idempotent routes on a database of its own. */
export async function startNotesApp() {
  logger.configure({ service: 'notes', level: 'silent' });
  const database = await createTestDatabase();
  await withClient(database.ownerUrl, async (owner) => {
    const note = 'create table note (tenant_id text not null, id integer not null, text text not null)';
    const sequence = ['create sequence id_node', 'grant usage on sequence id_node to bare_app, bare_system'];
    const tables = [...idempotencySql('bare'), note, ...tenantPolicySql('note', 'bare')];
    for (const statement of [CURRENT_TENANTS_SQL, ...sequence, ...tables]) await owner.query(statement);
  });
  const { url, systemUrl } = database;
  @Module({
    imports: [
      DatabaseModule.forRoot({ app: 'bare', url, systemUrl, entities: IDEMPOTENCY_ENTITIES }),
      IdempotencyModule,
    ],
    controllers: [NotesController],
    providers: [NotesService],
  })
  class App {}
  const app = await createApp(App, {
    service: 'notes',
    envelope: detailedEnvelope(CODES),
    bodyLimit: 100_000,
    openapi: { title: 'Notes', version: '1', description: '' },
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  admin.on('error', () => undefined);
  return {
    app,
    admin,
    url: `http://127.0.0.1:${port}`,
    notes: app.get(NotesService),
    close: async () => {
      await app.close();
      await admin.end();
      await database.drop();
    },
  };
}
