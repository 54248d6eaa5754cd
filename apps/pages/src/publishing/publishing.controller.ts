import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentPrincipal, currentTenantId, KeyOrSession, Session } from '#libs/core/auth';
import { Operation, refusal } from '#libs/core/http';
import { CountAs } from '../limits/key-limits.js';
import { PageObject } from '../pages/dto/page.responses.js';
import { KnownPage } from '../pages/known-page.js';
import { PublishedResponse, PublishRequest } from './publishing.dto.js';
import { PublishingService } from './publishing.service.js';

@ApiTags('Publicação')
@Controller('v1/paginas/:id')
export class PublishingController {
  constructor(private readonly publishing: PublishingService) {}

  @Post('publicar')
  @KeyOrSession('pages:publish')
  @KnownPage()
  @CountAs('publishing')
  @Operation({
    summary: 'Publicar uma versão',
    description:
      'Os visitantes recebem a versão anterior até que a nova esteja inteira. Uma versão desconhecida é 404.',
    success: { status: 200, type: PublishedResponse },
    errors: [409, 422],
  })
  async publish(@Param('id') id: string, @Body() { versao }: PublishRequest): Promise<PublishedResponse> {
    if (versao === undefined && currentPrincipal()?.kind === 'key')
      throw refusal('ValidationError', { erro: 'Informe a versão a publicar.', campo: 'versao' });
    return PublishedResponse.of(await this.publishing.publish(currentTenantId(), id, versao));
  }

  @Post('despublicar')
  @Session()
  @KnownPage()
  @Operation({
    summary: 'Tirar a página do ar',
    description: 'O mesmo para uma página que não está publicada.',
    success: { status: 200, type: PageObject },
  })
  async unpublish(@Param('id') id: string): Promise<PageObject> {
    return PageObject.of((await this.publishing.unpublish(currentTenantId(), id)).placed);
  }
}
