import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { statementsOf } from '../../../../../test/support/statements.js';
import { csv, runImport } from '../imports.fixture.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let acme: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  acme = await (await stack.createTenant()).session();
  rival = await (await stack.createTenant()).session();
});
const ID = { id: 'ID!' };
const IMPORT = `id estado simulacao se_existir mapeamento marcadores estagio codificacao
  separador planilha linha_do_cabecalho formato_data separador_decimal valor_invalido disparar_jornadas arquivo bytes total processados criados
  atualizados pulados com_erro erros avisos falha desfeitos nao_desfeitos desfazer_ate autor_id criado_em iniciado_em terminado_em`;
const READ = operation('query', 'contactImport', ID, IMPORT);
const CANCEL = operation('mutation', 'cancelContactImport', ID, 'id');
const UNDO = operation('mutation', 'undoContactImport', ID, 'id estado');
const LIST = `query ($first: Int, $of: Int) { contactImports(first: $first) { edges { node {
  id errors(first: $of) { edges { node { linha coluna mensagem aviso } } pageInfo { hasNextPage } }
} } } }`;
const config = { mapeamento: { 'E-mail': 'email' } };

describe('imports by GraphQL', () => {
  it('are read with their errors in the order of the file, and undone', async () => {
    const { id } = await runImport(acme, { file: csv('E-mail', 'um@example.com', 'dois', 'três'), config });
    const { contactImport } = await graphqlData(acme, READ, { id });
    expect(contactImport).toEqual((await acme.get(`/v1/importacoes/${id}`)).body);
    const { contactImports } = await graphqlData(acme, LIST, { first: 1, of: 1 });
    expect(contactImports.edges).toMatchObject([
      {
        node: {
          id,
          errors: { edges: [{ node: { linha: 3, coluna: 'E-mail', aviso: false } }], pageInfo: { hasNextPage: true } },
        },
      },
    ]);
    expect(await graphqlCodes(acme, CANCEL, { id })).toEqual(['Conflict']);
    expect((await graphqlData(acme, UNDO, { id })).undoContactImport).toEqual({ id, estado: 'desfazendo' });
  });

  it('of another account, and what is no id, are not found', async () => {
    const { id } = await runImport(acme, { file: csv('E-mail', 'tres@example.com'), config });
    for (const query of [READ, CANCEL, UNDO]) {
      expect(await graphqlCodes(rival, query, { id }), query).toEqual(['NotFound']);
      for (const wrong of ['x', v7()])
        expect(await graphqlCodes(acme, query, { id: wrong }), query).toEqual(['NotFound']);
    }
  });

  it('take as many statements for six with their errors as for two', async () => {
    for (let n = 0; n < 6; n += 1) await runImport(rival, { file: csv('E-mail', `errado-${n}`), config });
    const read = (first: number) => graphqlData(rival, LIST, { first, of: 5 });
    const statements = (first: number) => statementsOf(() => read(first), /contact_import/);
    expect(await statements(6)).toHaveLength((await statements(2)).length);
    const { contactImports } = await read(6);
    for (const { node } of contactImports.edges) expect(node.errors.edges).toHaveLength(1);
  });
});
