import { Args, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { JsonObject } from '#libs/core/graphql';
import { validateDocument } from '../../validation/validate-document.js';
import { foundDocument } from '../../graphql/found-document.js';
import { SavedVersionResponse, SaveVersionRequest } from '../version.dto.js';
import { VersionsService } from '../versions.service.js';
import { VersionRelations } from './version-relations.js';
import { VersionNode } from './version.types.js';

@Session()
@Resolver(() => VersionNode)
export class VersionsResolver {
  constructor(
    private readonly versions: VersionsService,
    private readonly relations: VersionRelations,
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
    return foundDocument(await this.relations.documents.load(key));
  }
}
