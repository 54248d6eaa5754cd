import { ApiProperty } from '@nestjs/swagger';
import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, GraphqlObject, ListOrders } from '#libs/core/graphql';
import type { ContactImportError } from '../contact-import-error.entity.js';
import { messageOf } from '../import-error-file.js';
import { ImportObject, type NamedImport } from '../dto/import.object.js';

const imports = connectionOf('ContactImport', ImportObject, {
  max: 200,
  position: ({ contactImport }) => [contactImport.id],
  orders: new ListOrders('ContactImportSort', BY_TIME),
  row: ({ contactImport }: NamedImport) => contactImport,
  counted: true,
});

@ArgsType()
export class ContactImportConnectionArgs extends imports.Args {}

@ObjectType()
export class ContactImportConnection extends imports.Connection {}

@GraphqlObject('ContactImportError', 'What is wrong with a row of an imported file. It holds no value of the row.')
export class ImportErrorObject {
  @ApiProperty({ type: 'integer', description: 'A linha do arquivo; a 1 tem os nomes das colunas.' })
  linha: number;

  @ApiProperty({ type: String, nullable: true })
  coluna: string | null;

  @ApiProperty()
  mensagem: string;

  @ApiProperty({ description: 'Se a linha foi importada, sem o valor de que a mensagem fala.' })
  aviso: boolean;

  static of(error: ContactImportError): ImportErrorObject {
    return { linha: error.rowNumber, coluna: error.columnName, mensagem: messageOf(error), aviso: error.isWarning };
  }
}

const errors = connectionOf('ContactImportError', ImportErrorObject, { max: 200, position: ({ id }) => [id] });

@ArgsType()
export class ContactImportErrorConnectionArgs extends errors.Args {}

@ObjectType()
export class ContactImportErrorConnection extends errors.Connection {}
