import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { Media } from '#libs/sites/sites';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PagesConfig } from '../../config.js';
import { ChangeMediaRequest, MediaFromUrlRequest, MediaView, type PlacedMedia } from '../media.dto.js';
import { MediaFromUrl } from '../media-from-url.js';
import { MediaService } from '../media.service.js';
import { MediaConnection, MediaConnectionArgs } from './media.types.js';

@Session()
@Resolver(() => MediaView)
export class MediaResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly mediaService: MediaService,
    private readonly fromUrl: MediaFromUrl,
    private readonly config: PagesConfig,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.media');
  }

  @Query(() => MediaConnection, { nullable: true, description: 'The pictures, newest first.' })
  async media(@Args() args: MediaConnectionArgs): Promise<MediaConnection> {
    const tenantId = currentTenantId();
    return MediaConnection.read(args, this.cursors, async (page) => {
      const { items, ...rest } = await this.mediaService.listPage(tenantId, page);
      return { items: items.map((media) => this.placed(media)), ...rest };
    });
  }

  @Query(() => MediaView, { nullable: true, description: 'One picture.' })
  async mediaById(@Args('id', { type: () => ID }) id: string): Promise<MediaView> {
    const media = await this.mediaService.find(currentTenantId(), id);
    if (!media) throw new Problem('NotFound');
    return this.view(media);
  }

  @Mutation(() => MediaView, { nullable: true, description: 'Brings a picture from an address. REST takes uploads.' })
  async importMedia(@Args('input') { url, descricao }: MediaFromUrlRequest): Promise<MediaView> {
    return this.view(await this.fromUrl.create(currentTenantId(), url, descricao || null));
  }

  @Mutation(() => MediaView, { nullable: true, description: 'Published pages that show it get the new description.' })
  async describeMedia(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') { descricao }: ChangeMediaRequest,
  ): Promise<MediaView> {
    return this.view(await this.mediaService.describe(currentTenantId(), id, descricao || null));
  }

  @Mutation(() => ID, {
    nullable: true,
    description:
      'Deletes a picture that no published page shows. Drafts and versions lose it if confirmed. Answers its id.',
  })
  async deleteMedia(
    @Args('id', { type: () => ID }) id: string,
    @Args('confirmar', { type: () => Boolean, nullable: true, defaultValue: false }) confirmed: boolean | null,
  ): Promise<string> {
    await this.mediaService.delete(currentTenantId(), id, confirmed ?? false);
    return id;
  }

  private placed(media: Media): PlacedMedia {
    return { ...media, runtimeUrl: this.config.runtimeUrl };
  }

  private view(media: Media): MediaView {
    return MediaView.of(this.placed(media));
  }
}
