import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { ExportObject } from '../dto/export.object.js';

const files = connectionOf('ContactExportFile', ExportObject, {
  max: 200,
  position: ({ id }) => [id],
  orders: new ListOrders('ContactExportFileSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class ContactExportFileConnectionArgs extends files.Args {}

@ObjectType()
export class ContactExportFileConnection extends files.Connection {}
