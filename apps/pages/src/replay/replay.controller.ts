import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation, sendLines } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { ReplaySession } from '#libs/sites/replay';
import { ListReplaysQuery, ReplayPage, toReplayFilter } from './replay.dto.js';
import { ReplayService } from './replay.service.js';

const Known = knownBy(ReplayService, (replays, { id = '' }) => replays.find(currentTenantId(), id));

const EVENTS = {
  type: 'object',
  required: ['eventos'],
  properties: {
    eventos: {
      type: 'array',
      items: { type: 'object' },
      description: 'Eventos do rrweb, na ordem em que são mostrados.',
    },
  },
};

@ApiTags('Gravações')
@Session()
@Controller('v1/replay/sessions')
export class ReplayController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly replays: ReplayService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.replay');
  }

  @Get()
  @Operation({
    summary: 'Listar gravações de visitas, da mais nova à mais antiga',
    description: 'Só de visitantes que consentiram, dos últimos 30 dias.',
    success: { status: 200, type: ReplayPage },
  })
  list(@Query() query: ListReplaysQuery): Promise<ReplayPage> {
    const tenantId = currentTenantId();
    return ReplayPage.read(query, this.cursors, (page) => this.replays.listPage(tenantId, toReplayFilter(query), page));
  }

  @Get(':id/events')
  @Operation({
    summary: 'Ler os eventos de uma gravação, para o player do rrweb',
    description:
      'O que foi digitado está mascarado. Até 10 MB. 404 para uma gravação de outra conta, como para uma que não existe.',
    success: { status: 200, contentType: 'application/json', schema: EVENTS },
  })
  async events(@Known() replay: ReplaySession, @Res() response: Response): Promise<void> {
    const json = this.replays.readJson(replay);
    const chunks = async function* () {
      yield '{"eventos":';
      yield* json;
      yield '}';
    };
    const contentType = 'application/json; charset=utf-8';
    await sendLines(response, { fileName: `${replay.id}.json`, contentType, chunks: chunks() });
  }
}
