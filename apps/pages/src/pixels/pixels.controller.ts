import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { Pixel } from '#libs/sites/traffic';
import {
  CreatePixelConversionRequest,
  CreatePixelDomainRequest,
  CreatePixelRequest,
  ListPixelsQuery,
  PixelConversionList,
  PixelConversionObject,
  PixelDomainList,
  PixelDomainObject,
  PixelObject,
  PixelPage,
  UpdatePixelRequest,
} from './pixel.dto.js';
import { toPixelChanges } from './pixel-changes.js';
import { PixelsService } from './pixels.service.js';

const Known = knownBy(PixelsService, (pixels, { id = '' }) => pixels.find(currentTenantId(), id));

@ApiTags('Pixels')
@Session()
@Controller('v1/pixels')
export class PixelsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly pixels: PixelsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.pixels');
  }

  @Get()
  @Operation({
    summary: 'Listar os pixels, do mais novo ao mais antigo',
    description: 'Páginas publicadas trazem o seu; estes são para outros sites da conta.',
    success: { status: 200, type: PixelPage },
  })
  async list(@Query() query: ListPixelsQuery): Promise<PixelPage> {
    return PixelPage.read(query, this.cursors, async (page) => {
      const { items, next } = await this.pixels.listPage(currentTenantId(), page);
      return { items: items.map((pixel) => ({ pixel, snippet: this.pixels.snippetOf(pixel) })), next };
    });
  }

  @Post()
  @Created({
    summary: 'Criar um pixel',
    description: 'O snippet vai no head das páginas do site; o pixel conta nos seus domínios.',
    type: PixelObject,
    location: ({ id }) => `/v1/pixels/${id}`,
    errors: [409],
  })
  async create(@Body() { nome, ativo }: CreatePixelRequest): Promise<PixelObject> {
    return this.describe(await this.pixels.create(currentTenantId(), { name: nome, active: ativo ?? true }));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler um pixel',
    description: 'Com o snippet que vai no head das páginas do site.',
    success: { status: 200, type: PixelObject },
  })
  get(@Known() pixel: Pixel): PixelObject {
    return this.describe(pixel);
  }

  @Patch(':id')
  @Known()
  @Operation({
    summary: 'Alterar um pixel',
    description: 'O que não é enviado fica como está. O snippet não muda.',
    success: { status: 200, type: PixelObject },
    errors: [409],
  })
  async update(@Param('id') id: string, @Body() body: UpdatePixelRequest): Promise<PixelObject> {
    return this.describe(await this.pixels.update(currentTenantId(), id, toPixelChanges(body)));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Remover um pixel',
    description: 'Com seus domínios e conversões; o que ele contou fica.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.pixels.delete(currentTenantId(), id);
  }

  @Get(':id/dominios')
  @Operation({
    summary: 'Listar os domínios de um pixel',
    description: 'Os sites em que o pixel conta; sem nenhum, não conta em lugar algum.',
    success: { status: 200, type: PixelDomainList },
  })
  async listDomains(@Known() pixel: Pixel): Promise<PixelDomainList> {
    return { dominios: (await this.pixels.listDomains(pixel.tenantId, pixel.id)).map(PixelDomainObject.of) };
  }

  @Post(':id/dominios')
  @Known()
  @Operation({
    summary: 'Acrescentar um domínio a um pixel',
    description: 'Os subdomínios valem também.',
    success: { status: 201, type: PixelDomainObject },
    errors: [409],
  })
  async addDomain(@Param('id') id: string, @Body() { dominio }: CreatePixelDomainRequest): Promise<PixelDomainObject> {
    return PixelDomainObject.of(await this.pixels.addDomain(currentTenantId(), id, dominio));
  }

  @Delete(':id/dominios/:dominio_id')
  @Known()
  @Operation({
    summary: 'Remover um domínio de um pixel',
    description: 'O pixel deixa de contar nele; o que já contou fica.',
    success: { status: 204 },
  })
  async deleteDomain(@Param('id') id: string, @Param('dominio_id') domainId: string): Promise<void> {
    await this.pixels.deleteDomain(currentTenantId(), id, domainId);
  }

  @Get(':id/conversoes')
  @Operation({
    summary: 'Listar as conversões de um pixel',
    description: 'O que conta como conversão nos sites do pixel.',
    success: { status: 200, type: PixelConversionList },
  })
  async listConversions(@Known() pixel: Pixel): Promise<PixelConversionList> {
    return { conversoes: (await this.pixels.listConversions(pixel.tenantId, pixel.id)).map(PixelConversionObject.of) };
  }

  @Post(':id/conversoes')
  @Known()
  @Operation({
    summary: 'Acrescentar uma conversão a um pixel',
    description: 'Conta quando o caminho é visto, o evento chega ou o formulário é enviado.',
    success: { status: 201, type: PixelConversionObject },
    errors: [409],
  })
  async addConversion(
    @Param('id') id: string,
    @Body() { nome, tipo, valor }: CreatePixelConversionRequest,
  ): Promise<PixelConversionObject> {
    const values = { name: nome, kind: tipo, value: valor };
    return PixelConversionObject.of(await this.pixels.addConversion(currentTenantId(), id, values));
  }

  @Delete(':id/conversoes/:conversao_id')
  @Known()
  @Operation({
    summary: 'Remover uma conversão de um pixel',
    description: 'Não conta mais; as conversões já contadas ficam.',
    success: { status: 204 },
  })
  async deleteConversion(@Param('id') id: string, @Param('conversao_id') conversionId: string): Promise<void> {
    await this.pixels.deleteConversion(currentTenantId(), id, conversionId);
  }

  private describe(pixel: Pixel): PixelObject {
    return PixelObject.of({ pixel, snippet: this.pixels.snippetOf(pixel) });
  }
}
