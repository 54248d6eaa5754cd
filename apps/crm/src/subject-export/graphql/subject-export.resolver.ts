import { Args, ArgsType, Field, ID, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem, Text } from '#libs/core/http';
import { DownloadObject } from '../../graphql/download.js';
import { SubjectExportQuery } from '../subject-export.dto.js';
import { SubjectExportService } from '../subject-export.service.js';

const ID_MAX = 100;

@ArgsType()
export class SubjectExportArgs extends SubjectExportQuery {
  @Field(() => ID)
  @Text({ max: ID_MAX })
  contato_id: string;
}

@Resolver()
export class SubjectExportResolver {
  constructor(private readonly exports: SubjectExportService) {}

  @Query(() => DownloadObject, {
    nullable: true,
    description:
      'Where the copy of all that is held about a contact is, for admins. The export is recorded when the copy is read.',
  })
  @Session({ role: 'admin', support: 'none' })
  async subjectExport(@Args() { contato_id: contactId, formato }: SubjectExportArgs): Promise<DownloadObject> {
    if (!(await this.exports.exists(currentTenantId(), contactId))) throw new Problem('NotFound');
    return DownloadObject.of(`/v1/contatos/${contactId}/dados`, { formato });
  }
}
