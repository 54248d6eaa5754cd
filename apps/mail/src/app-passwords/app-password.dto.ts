import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Text } from '#libs/core/http';
import { ONE_LINE_OF_TEXT } from '../one-line.js';
import type { AppPassword } from './app-password.entity.js';

@GraphqlInput('CreateMailboxAppPasswordInput')
export class CreateAppPasswordRequest {
  @Text({
    min: 1,
    max: 100,
    pattern: ONE_LINE_OF_TEXT,
    form: 'one line of text',
    example: 'Thunderbird on the laptop',
  })
  name: string;
}

@GraphqlObject('MailboxAppPassword', 'With which a mail program sends from a mailbox.')
export class AppPasswordObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f', description: 'Who made it.' })
  user_id: string;

  @ApiProperty({ example: 'Thunderbird on the laptop' })
  name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'To the minute.' })
  last_used_at: string | null;

  static of({ id, mailboxId, userId, name, createdAt, lastUsedAt }: AppPassword): AppPasswordObject {
    return {
      id,
      mailbox_id: mailboxId,
      user_id: userId,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('NewMailboxAppPassword', 'An app password with its secret.')
export class NewAppPasswordObject extends AppPasswordObject {
  @ApiProperty({
    example: '0f1e-2d3c-4b5a-6978-8796-a5b4-c3d2-e1f0',
    description: 'Shown this once. The user name is the address of the mailbox.',
  })
  secret: string;
}

export class AppPasswordListResponse {
  @ApiProperty({ type: [AppPasswordObject] })
  app_passwords: AppPasswordObject[];
}
