import { Args, ArgsType, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { QueryInteger } from '#libs/core/http';
import { DownloadObject } from '../../graphql/download.js';
import { EXPORT_MAX } from '../contact-export.service.js';
import { ContactListService } from '../contact-list.service.js';
import { toContactFilter } from '../dto/contact-list.query.js';
import { CUSTOM_PREFIX } from '../dto/custom-texts.js';
import { ContactFilterArgs, toCustomTexts } from './contact-list.types.js';

const INT_MAX = 2 ** 31 - 1;

@ArgsType()
export class ContactExportArgs extends ContactFilterArgs {
  @QueryInteger({
    min: 1,
    max: INT_MAX,
    description: `How many contacts at most; more than ${EXPORT_MAX} is ${EXPORT_MAX}.`,
  })
  limite?: number;
}

@Session({ support: 'none' })
@Resolver()
export class ContactExportResolver {
  constructor(private readonly list: ContactListService) {}

  @Query(() => DownloadObject, {
    nullable: true,
    description: 'Where the CSV file of these contacts is. The export is recorded when the file is read.',
  })
  async contactExport(@Args() args: ContactExportArgs): Promise<DownloadObject> {
    const { campos, ...filters } = args;
    const texts = toCustomTexts({ campos });
    await this.list.withCustom(currentTenantId(), toContactFilter(args), texts);
    const custom = [...texts].map(([key, text]) => [`${CUSTOM_PREFIX}${key}`, text]);
    return DownloadObject.of('/v1/contatos/exportar.csv', { ...filters, ...Object.fromEntries(custom) });
  }
}
