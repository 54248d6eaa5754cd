import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { ContactListService } from '../contact-list/contact-list.service.js';
import { filteredCursors } from '../filtered-cursors.js';
import {
  ListMembersQuery,
  MemberPage,
  SegmentAnswer,
  SegmentObject,
  SegmentPreviewRequest,
  SegmentReachAnswer,
  SegmentRequest,
  SegmentsResponse,
  toGivenCriteria,
  toGivenSegment,
} from './segment.dto.js';
import { SegmentsService, type ShownSegment } from './segments.service.js';

const Known = knownBy(SegmentsService, (segments, { id = '' }) => segments.find(currentTenantId(), id));

@ApiTags('Segmentos')
@Session()
@Controller('v1/segmentos')
export class SegmentsController {
  constructor(
    private readonly segments: SegmentsService,
    private readonly contacts: ContactListService,
    private readonly secrets: SecretBox,
  ) {}

  @Get()
  @Operation({
    summary: 'Listar os segmentos',
    description: 'Todos os da conta, pelo nome.',
    success: { status: 200, type: SegmentsResponse },
  })
  async list(): Promise<SegmentsResponse> {
    return SegmentsResponse.of(await this.segments.list(currentTenantId()));
  }

  @Post()
  @Created({
    summary: 'Criar um segmento',
    example: { nome: 'Clientes', criterios: [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }] },
    description:
      'Contatos que satisfazem os critérios, agora e conforme mudam. Textos são comparados sem caixa e acentos; um valor ausente ' +
      'satisfaz `vazio`, `diferente`, `nao_contem` e `nao_em`. E-mail e telefone só por inteiro; o domínio em `email_dominio`. No ' +
      'máximo 100 por conta, se a instalação não definir outro número. 409 quando o nome é de outro segmento, sem caixa e acentos; 422 sem critério, e para um ' +
      'campo, operador ou valor que não se aceita, com o lugar em `campo`.',
    type: SegmentAnswer,
    location: ({ segmento }) => `/v1/segmentos/${segmento.id}`,
    errors: [409, 422],
  })
  async create(@Body() body: SegmentRequest): Promise<SegmentAnswer> {
    return SegmentAnswer.of(await this.segments.create(currentTenantId(), toGivenSegment(body)));
  }

  @Post('previa')
  @HttpCode(200)
  @Operation({
    summary: 'Contar os contatos de critérios',
    example: { criterios: [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }] },
    description: 'O corpo é o de um segmento, que não é guardado.',
    success: { status: 200, type: SegmentReachAnswer },
    errors: [422],
  })
  async preview(@Body() body: SegmentPreviewRequest): Promise<SegmentReachAnswer> {
    return { alcance: await this.segments.preview(currentTenantId(), toGivenCriteria(body)) };
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um segmento',
    description: 'Os critérios, quantos contatos tem, e se um critério não vale mais.',
    success: { status: 200, type: SegmentObject },
  })
  get(@Known() segment: ShownSegment): SegmentObject {
    return SegmentObject.of(segment);
  }

  @Get(':id/contatos')
  @Operation({
    summary: 'Listar os contatos de um segmento, do mais novo ao mais antigo',
    description:
      '`proximo` de uma página, passado em `cursor`, começa a seguinte; vazio, era a última. O filtro `segmento` da lista de ' +
      'contatos e das exportações mostra os mesmos.',
    success: { status: 200, type: MemberPage },
  })
  async members(@Known() { segment }: ShownSegment, @Query() query: ListMembersQuery): Promise<MemberPage> {
    const tenantId = currentTenantId();
    const filter = { segmentId: segment.id };
    const cursors = filteredCursors(this.secrets, 'crm.segment-members', tenantId, filter);
    return MemberPage.read(query, cursors, (page) => this.contacts.listPage(tenantId, filter, page));
  }

  @Put(':id')
  @Known()
  @Operation({
    summary: 'Substituir um segmento',
    example: { nome: 'Clientes', criterios: [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }] },
    description: 'O nome e todos os critérios; o que falta não fica. Um trabalho avalia de novo todos os contatos.',
    success: { status: 200, type: SegmentAnswer },
    errors: [409, 422],
  })
  async replace(@Param('id') id: string, @Body() body: SegmentRequest): Promise<SegmentAnswer> {
    return SegmentAnswer.of(await this.segments.replace(currentTenantId(), id, toGivenSegment(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Apagar um segmento',
    description:
      'Os contatos ficam como estão, e o nome fica livre. A lista dele na Platform, se houver, fica sem contatos.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.segments.delete(currentTenantId(), id);
  }
}
