import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('CrmDownload', { description: 'Where REST has a file, for the same session.' })
export class DownloadObject {
  @Field({ description: 'Path and query, below the address of the CRM.' })
  path: string;

  /** @param query values that are undefined are left out */
  static of(path: string, query: Record<string, string | number | undefined>): DownloadObject {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
    return { path: text ? `${path}?${text}` : path };
  }
}
