import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { TenantPagesLoader } from '#libs/core/graphql';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { UuidArgument } from '../../uuid-argument.js';
import type { ContactImportError } from '../contact-import-error.entity.js';
import { ImportObject } from '../dto/import.object.js';
import { notFound } from '../import-problems.js';
import type { OfImport } from '../import.repository.js';
import { ImportsService } from '../imports.service.js';
import {
  ContactImportConnection,
  ContactImportConnectionArgs,
  ContactImportErrorConnection,
  ContactImportErrorConnectionArgs,
} from './import.types.js';

@Session()
@Resolver(() => ImportObject)
export class ImportsResolver {
  private readonly cursors: SealedCursors;
  private readonly errorCursors: SealedCursors;
  private readonly errorPages: TenantPagesLoader<OfImport, ContactImportError>;

  constructor(
    private readonly imports: ImportsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.imports');
    this.errorCursors = new SealedCursors(secrets, 'crm.import-errors');
    this.errorPages = new TenantPagesLoader((tenantId, requests) => imports.listErrorPages(tenantId, requests));
  }

  @Query(() => ContactImportConnection, { nullable: true, description: 'The imports, newest first.' })
  async contactImports(@Args() args: ContactImportConnectionArgs): Promise<ContactImportConnection> {
    const tenantId = currentTenantId();
    return ContactImportConnection.read(args, this.cursors, (page) => this.imports.listPage(tenantId, page));
  }

  @Query(() => ImportObject, { nullable: true, description: 'How far an import is, and what it did.' })
  async contactImport(@Args('id', { type: () => ID }) id: string): Promise<ImportObject> {
    const found = await this.imports.find(currentTenantId(), id);
    if (!found) throw notFound();
    return ImportObject.of(found);
  }

  @Mutation(() => ImportObject, {
    nullable: true,
    description: 'Cancels an import. The rows that are imported stay; undoing removes them.',
  })
  async cancelContactImport(@UuidArgument() id: string): Promise<ImportObject> {
    return ImportObject.of(await this.imports.cancel(currentTenantId(), id));
  }

  @Mutation(() => ImportObject, {
    nullable: true,
    description: 'Begins to undo an import, up to seven days after it. What changed since stays as it is.',
  })
  async undoContactImport(@UuidArgument() id: string): Promise<ImportObject> {
    return ImportObject.of(await this.imports.undo(currentTenantId(), currentSession().userId, id));
  }

  @ResolveField(() => ContactImportErrorConnection, { description: 'The first 10,000, in the order of the file.' })
  async errors(
    @Parent() { id: importId }: ImportObject,
    @Args() args: ContactImportErrorConnectionArgs,
  ): Promise<ContactImportErrorConnection> {
    return ContactImportErrorConnection.read(args, this.errorCursors, (page) =>
      this.errorPages.load({ importId, ...page }),
    );
  }
}
