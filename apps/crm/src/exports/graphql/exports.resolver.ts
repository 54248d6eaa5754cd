import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { UuidArgument } from '../../uuid-argument.js';
import { ExportObject } from '../dto/export.object.js';
import { ExportRequest, toNewExport } from '../dto/export.request.js';
import { notFound } from '../export-problems.js';
import { ExportsService } from '../exports.service.js';
import { ContactExportFileConnection, ContactExportFileConnectionArgs } from './export.types.js';

@Session({ support: 'none' })
@Resolver(() => ExportObject)
export class ExportsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly exports: ExportsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.exports');
  }

  @Query(() => ContactExportFileConnection, {
    nullable: true,
    description: 'The files of contacts that jobs write, newest first.',
  })
  async contactExportFiles(@Args() args: ContactExportFileConnectionArgs): Promise<ContactExportFileConnection> {
    const tenantId = currentTenantId();
    return ContactExportFileConnection.read(args, this.cursors, (page) => this.exports.listPage(tenantId, page));
  }

  @Query(() => ExportObject, {
    nullable: true,
    description:
      'How far a file is. `arquivo` is where REST has it, below the address of the CRM, for the same session.',
  })
  async contactExportFile(@UuidArgument() id: string): Promise<ExportObject> {
    const found = await this.exports.find(currentTenantId(), id);
    if (!found) throw notFound();
    return ExportObject.of(found);
  }

  @Mutation(() => ExportObject, {
    nullable: true,
    description: 'Begins a file of contacts, of any size. The export is recorded.',
  })
  async createContactExportFile(@Args('input') input: ExportRequest): Promise<ExportObject> {
    const { userId } = currentSession();
    return ExportObject.of(await this.exports.create(currentTenantId(), userId, toNewExport(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes an export and its file. Answers its id.' })
  async deleteContactExportFile(@UuidArgument() id: string): Promise<string> {
    await this.exports.delete(currentTenantId(), id);
    return id;
  }
}
