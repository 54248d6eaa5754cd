import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('MailDownload', { description: 'Where REST has a file, for the same session.' })
export class DownloadObject {
  @Field({ description: 'Path and query, below the address of Mail.' })
  path: string;
}
