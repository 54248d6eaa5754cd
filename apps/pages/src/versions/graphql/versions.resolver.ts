import { Args, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { JsonObject } from '#libs/graphql';
import { validateDocument } from '../../validation/validate-document.js';
import { foundDocument } from '../../graphql/found-document.js';
import { PageRelations } from '../../pages/graphql/page-relations.js';
import { SavedVersionResponse, SaveVersionRequest } from '../dto/version.js';
import { VersionsService } from '../versions.service.js';
import { VersionNode } from './version.types.js';

@Session()
@Resolver(() => VersionNode)
export class VersionsResolver {
  constructor(
    private readonly versions: VersionsService,
    private readonly relations: PageRelations,
  ) {}

  @Mutation(() => SavedVersionResponse, { nullable: true, description: 'Saves a document as the newest version.' })
  async savePageVersion(
    @Args('id', { type: () => ID, description: 'The page' }) id: string,
    @Args('input') { template }: SaveVersionRequest,
  ): Promise<SavedVersionResponse> {
    return SavedVersionResponse.of(await this.versions.save(currentTenantId(), id, validateDocument(template)));
  }

  @ResolveField(() => JsonObject, { description: 'The document.' })
  async template(@Parent() { key }: VersionNode): Promise<object> {
    return foundDocument(await this.relations.versionDocuments.load(key));
  }
}
