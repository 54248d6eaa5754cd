import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf, pageQuery } from '#libs/core/http';
import type { ConsoleTenantDeletion } from '../console-tenant-deletion.js';

export class ListTenantDeletionsQuery extends pageQuery(200) {}

@GraphqlObject('TenantRemoval')
export class RemovalAnswerView {
  @ApiProperty({ example: 'platform' })
  App: string;

  @ApiProperty({ format: 'date-time', description: 'When it had removed everything.' })
  At: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many rows it removed, by table. Files are the rows of blob.',
  })
  Rows: Record<string, number>;
}

@GraphqlObject('TenantDeletion')
export class TenantDeletionView {
  @ApiProperty({ example: 'del_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f', description: 'The owner who asked for it.' })
  RequestedBy: string;

  @ApiProperty({ format: 'date-time' })
  RequestedAt: string;

  @ApiProperty({ format: 'date-time', description: 'Until then an owner can restore the tenant.' })
  DueAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the apps were told.' })
  StartedAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When every app had answered.' })
  FinishedAt: string | null;

  @ApiProperty({ type: [String], description: 'Apps that have not answered yet.' })
  Awaited: string[];

  @ApiProperty({ type: [RemovalAnswerView] })
  Answers: RemovalAnswerView[];

  static of(deletion: ConsoleTenantDeletion): TenantDeletionView {
    const { answers, awaited } = deletion;
    return {
      Id: deletion.id,
      TenantId: deletion.tenantId,
      RequestedBy: deletion.requestedBy,
      RequestedAt: deletion.requestedAt,
      DueAt: deletion.dueAt,
      StartedAt: deletion.startedAt,
      FinishedAt: deletion.finishedAt,
      Awaited: awaited.filter((app) => !(app in answers)),
      Answers: Object.entries(answers).map(([App, { at, rows }]) => ({ App, At: at, Rows: rows })),
    };
  }
}

export class TenantDeletionPage extends pageOf('Deletions', TenantDeletionView) {}
