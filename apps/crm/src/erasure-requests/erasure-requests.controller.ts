import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { reasonMissing } from './erasure-problems.js';
import {
  CreateErasureRequestRequest,
  ErasureRequestObject,
  ErasureRequestPage,
  ListErasureRequestsQuery,
  RefuseErasureRequestRequest,
  toNewErasureRequest,
} from './erasure-request.dto.js';
import { ErasureRequestsService } from './erasure-requests.service.js';

const Known = knownBy(ErasureRequestsService, (requests, { id = '' }) => requests.exists(currentTenantId(), id));

@ApiTags('Privacidade')
@Controller('v1/pedidos-exclusao')
export class ErasureRequestsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly requests: ErasureRequestsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.erasure-requests');
  }

  @Post()
  @Session()
  @Created({
    summary: 'Pedir a exclusão dos dados de um contato',
    description: 'Nada é apagado até um administrador aprovar. 409 quando já há um pedido pendente.',
    type: ErasureRequestObject,
    location: ({ id }) => `/v1/pedidos-exclusao/${id}`,
    errors: [404, 409],
  })
  async create(@Body() body: CreateErasureRequestRequest): Promise<ErasureRequestObject> {
    const { userId } = currentSession();
    return ErasureRequestObject.of(await this.requests.create(currentTenantId(), userId, toNewErasureRequest(body)));
  }

  @Get()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Listar os pedidos de exclusão, do mais novo ao mais antigo',
    description: 'Só para administradores; os outros recebem 404.',
    success: { status: 200, type: ErasureRequestPage },
  })
  async list(@Query() query: ListErasureRequestsQuery): Promise<ErasureRequestPage> {
    return ErasureRequestPage.read(query, this.cursors, (page) =>
      this.requests.listPage(currentTenantId(), query.status, page),
    );
  }

  @Post(':id/aprovar')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Aprovar um pedido: os dados do contato são apagados para sempre',
    description:
      'Aqui são apagados nesta chamada; os outros aplicativos são avisados, e o que responderam fica em resultado. 409 quando o pedido já foi decidido.',
    success: { status: 200, type: ErasureRequestObject },
    errors: [409],
  })
  async approve(@Param('id') id: string): Promise<ErasureRequestObject> {
    return ErasureRequestObject.of(await this.requests.approve(currentTenantId(), id, currentSession().userId));
  }

  @Post(':id/recusar')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Recusar um pedido',
    description: '409 quando o pedido já foi decidido, 422 sem motivo.',
    success: { status: 200, type: ErasureRequestObject },
    errors: [409, 422],
  })
  async refuse(
    @Param('id') id: string,
    @Body() { motivo }: RefuseErasureRequestRequest,
  ): Promise<ErasureRequestObject> {
    if (!motivo?.trim()) throw reasonMissing();
    const { userId } = currentSession();
    return ErasureRequestObject.of(await this.requests.refuse(currentTenantId(), id, userId, motivo));
  }
}
