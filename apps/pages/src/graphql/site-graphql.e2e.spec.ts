import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { DnsSink, HttpSink } from '#libs/test/testing';
import { askGraphql, graphqlCodes, graphqlData } from '../../../../test/support/graphql.js';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { graphqlStatements } from '../../../../test/support/statements.js';
import { gradient, upload } from '../media/media-pictures.fixture.js';
import { asking, errorOf } from './site-graphql.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const files = useStack(() => HttpSink.start());
const stack = useStack(() =>
  pagesStack({
    pages: {
      ROLE: 'api',
      DNS_SERVER: dns.server,
      OUTBOUND_ALLOW: files.host,
      RUNTIME_URL: 'https://pages.service.test',
    },
  }),
);
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
const member = usePrepared(() => tenant.session('member'));

describe('short links by GraphQL', () => {
  const LINK = 'id slug url destino titulo codigo_http ativo expira_em cliques criado_em atualizado_em';
  const CREATE = asking('createShortLink:CreateShortLinkInput', LINK);
  const UPDATE = asking('updateShortLink:UpdateShortLinkInput', LINK);
  const destino = 'https://www.example.com/oferta';

  it('are created, changed, listed and deleted, as REST shows them', async () => {
    const { createShortLink: made } = await graphqlData(member, CREATE, { input: { destino, slug: 'cartaz' } });
    expect((await member.get(`/v1/links/${made.id}`)).body).toEqual(made);
    const { updateShortLink } = await graphqlData(member, UPDATE, { id: made.id, input: { titulo: 'Feira' } });
    expect(updateShortLink).toMatchObject({ slug: 'cartaz', destino, titulo: 'Feira' });
    const { shortLinks } = await graphqlData(member, `{ shortLinks(first: 1) { edges { node { id titulo } } } }`);
    expect(shortLinks.edges).toEqual([{ node: { id: made.id, titulo: 'Feira' } }]);
    const { shortLinkQr } = await graphqlData(member, asking('shortLinkQr', ''), { id: made.id });
    expect(shortLinkQr).toBe((await member.get(`/v1/links/${made.id}/qr`)).text);
    const { id } = made;
    expect(await graphqlData(member, asking('deleteShortLink', ''), { id })).toEqual({ deleteShortLink: id });
    expect(await graphqlCodes(member, asking('shortLink'), { id })).toEqual(['NotFound']);
  });

  it('are judged by the rules of REST', async () => {
    const { createShortLink } = await graphqlData(member, CREATE, { input: { destino, slug: 'em-uso' } });
    for (const [input, code, campo] of [
      [{ destino: 'javascript:alert(1)' }, 'ValidationError', 'destino'],
      [{ destino, slug: 'A b' }, 'ValidationError', 'slug'],
      [{ destino, codigo_http: 200 }, 'ValidationError', 'codigo_http'],
      [{ destino, expira_em: '2020-01-01T00:00:00Z' }, 'Unprocessable', 'expira_em'],
      [{ destino, slug: 'em-uso' }, 'AlreadyExists', 'slug'],
    ] as const) {
      expect(await errorOf(member, CREATE, { input }), JSON.stringify(input)).toEqual({ code, campo });
    }
    const nothing = { id: createShortLink.id, input: { destino: null } };
    expect(await errorOf(member, UPDATE, nothing)).toEqual({ code: 'ValidationError', campo: 'destino' });
    expect(await graphqlCodes(member, CREATE, { input: { slug: 'x' } })).toEqual(['BAD_USER_INPUT']);
  });
});

describe('redirects by GraphQL', () => {
  const CREATE = asking(
    'createRedirect:CreateRedirectInput',
    'id caminho destino codigo_http domain { id host } page { id }',
  );
  const UPDATE = asking('updateRedirect:UpdateRedirectInput', 'id caminho destino');
  const REDIRECTS = `query ($first: Int, $dominio_id: ID) { redirects(first: $first, dominio_id: $dominio_id) {
    edges { node { id caminho domain { id host } page { id titulo } } } } }`;

  it('are created, changed, listed and deleted', async () => {
    const dominio_id = await tenant.verifyHost('redirects.example');
    const input = { dominio_id, caminho: '/antigo', destino: '/novo' };
    const { createRedirect } = await graphqlData(member, CREATE, { input });
    const { id } = createRedirect;
    expect(createRedirect).toMatchObject({ codigo_http: 301, domain: { host: 'redirects.example' }, page: null });
    const changed = await graphqlData(member, UPDATE, { id, input: { destino: '/outro' } });
    expect(changed.updateRedirect).toEqual({ id, caminho: '/antigo', destino: '/outro' });
    const { redirects } = await graphqlData(member, REDIRECTS, { dominio_id });
    expect(redirects.edges).toMatchObject([{ node: { id } }]);
    expect(await graphqlData(member, asking('deleteRedirect', ''), { id })).toEqual({ deleteRedirect: id });
    expect(await graphqlCodes(member, asking('redirect'), { id })).toEqual(['NotFound']);
  });

  it('are judged by the rules of REST', async () => {
    const dominio_id = await tenant.verifyHost('rules.example');
    for (const [changes, code, campo] of [
      [{ dominio_id: 'x' }, 'ValidationError', 'dominio_id'],
      [{ caminho: 'sem-barra' }, 'ValidationError', 'caminho'],
      [{ destino: '/antigo' }, 'Unprocessable', 'destino'],
    ] as const) {
      const input = { dominio_id, caminho: '/antigo', destino: '/novo', ...changes };
      expect(await errorOf(member, CREATE, { input }), JSON.stringify(changes)).toMatchObject({ code, campo });
    }
    expect(await errorOf(member, REDIRECTS, { dominio_id: 'x' })).toEqual({
      code: 'InvalidParameter',
      campo: 'dominio_id',
    });
  });

  it('take as many statements for fifty with their domains and pages as for two', async () => {
    const other = await stack.createTenant();
    const client = await other.session();
    const domains = [await other.verifyHost('one.example'), await other.verifyHost('two.example')];
    const pages = [(await client.post('/v1/paginas', { titulo: 'A' })).body.id, newId('pag')];
    for (let n = 0; n < 50; n += 1)
      await stack.sql(
        `insert into site_redirect (tenant_id, id, domain_id, path, target, page_id) values ($1, $2, $3, $4, '/nova', $5)`,
        [other.id, newId('rdr'), domains[n % 2], `/p${n}`, pages[n % 2]],
      );
    const statements = (first: number) => graphqlStatements(client, REDIRECTS, { first }, /^select/i);
    const ofFifty = await statements(50);
    for (const table of ['site_redirect', 'site_domain', 'page'])
      expect(
        ofFifty.filter((text) => text.includes(`FROM "${table}"`)),
        table,
      ).toHaveLength(1);
    expect(ofFifty).toHaveLength((await statements(2)).length);
    const { redirects } = await graphqlData(client, REDIRECTS, { first: 50 });
    const nodes = redirects.edges.map(({ node }: { node: { domain: { host: string }; page: unknown } }) => node);
    expect(new Set(nodes.map(({ domain }: { domain: { host: string } }) => domain.host)).size).toBe(2);
    // One of the two pages does not exist any more.
    expect(nodes.filter(({ page }: { page: unknown }) => page === null)).toHaveLength(25);
  });
});

describe('domains by GraphQL', () => {
  const DOMAIN = 'id host registro_txt { nome valor } verificado padrao situacao verificado_em criado_em';
  const CREATE = asking('createDomain:CreateDomainInput', DOMAIN);

  it('are claimed, verified by the record that they show, made the default and removed', async () => {
    const other = await stack.createTenant();
    const client = await other.session('admin');
    const first = await other.verifyHost('first.example');
    const { createDomain } = await graphqlData(client, CREATE, { input: { host: 'Www.Second.Example' } });
    const { id, registro_txt: record } = createDomain;
    expect(createDomain).toMatchObject({ host: 'www.second.example', situacao: 'pendente', verificado: false });
    const verify = () => askGraphql(client, asking('verifyDomain', DOMAIN), { id });
    expect((await verify()).errors[0]?.extensions).toMatchObject({ code: 'DomainNotVerified' });
    dns.add(record.nome, 'TXT', record.valor);
    expect((await verify()).data.verifyDomain).toMatchObject({ verificado: true, padrao: false });
    expect((await graphqlData(client, asking('makeDomainDefault', DOMAIN), { id })).makeDomainDefault.padrao).toBe(
      true,
    );
    const { domains } = await graphqlData(client, `{ domains { ${DOMAIN} } }`);
    expect(domains.map(({ id: listed }: { id: string }) => listed)).toEqual([id, first]);
    const { domain } = await graphqlData(client, asking('domain', DOMAIN), { id });
    expect((await client.get(`/v1/dominios/${id}`)).body).toMatchObject(domain);
    expect(await graphqlData(client, asking('deleteDomain', ''), { id })).toEqual({ deleteDomain: id });
    expect(await graphqlCodes(client, asking('domain'), { id })).toEqual(['NotFound']);
  });

  it('say so when DNS does not answer', async () => {
    const { createDomain } = await graphqlData(admin, CREATE, { input: { host: 'silent.example' } });
    dns.failing = true;
    try {
      expect(await graphqlCodes(admin, asking('verifyDomain'), { id: createDomain.id })).toEqual([
        'ServiceUnavailable',
      ]);
    } finally {
      dns.failing = false;
    }
  });

  it('are judged by the rules of REST', async () => {
    for (const [host, code] of [
      ['', 'ValidationError'],
      ['127.0.0.1', 'ValidationError'],
      ['com.br', 'ValidationError'],
    ] as const) {
      expect(await errorOf(admin, CREATE, { input: { host } }), host).toEqual({ code, campo: 'host' });
    }
  });
});

describe('brand and SEO of the site by GraphQL', () => {
  const cores = {
    primaria: '#1D4ED8',
    sobre_primaria: '#ffffff',
    texto: '#111827',
    fundo: '#ffffff',
    superficie: '#f3f4f6',
  };
  const input = { nome: 'Padaria', cores, fonte_titulos: 'inter', fonte_texto: 'inter', raio: 4 };
  const BRAND = `nome logo_id cores { primaria sobre_primaria texto fundo superficie } fonte_titulos fonte_texto raio
    avisos { codigo campo sobre contraste minimo mensagem }`;
  const SEO = 'titulo_padrao descricao idioma favicon_id indexavel pagina_404 { titulo texto pagina_id } robots';
  const REPLACE_BRAND = asking('replaceBrand:BrandInput', BRAND);
  const REPLACE_SEO = asking('replaceSiteSeo:SiteSeoInput', SEO);

  it('are replaced and read, as REST reads them', async () => {
    const { replaceBrand } = await graphqlData(admin, REPLACE_BRAND, {
      input: { ...input, cores: { ...cores, texto: '#eeeeee' } },
    });
    expect(replaceBrand).toMatchObject({ nome: 'Padaria', cores: { primaria: '#1d4ed8' }, raio: 4 });
    expect(replaceBrand.avisos).toContainEqual(
      expect.objectContaining({ codigo: 'contraste_baixo', campo: 'cores.texto' }),
    );
    const { brand } = await graphqlData(member, `{ brand { ${BRAND} } }`);
    expect(brand).toEqual(replaceBrand);
    expect((await member.get('/v1/marca')).body).toEqual(brand);
    const seo = { titulo_padrao: 'Padaria', pagina_404: { titulo: 'Ops' }, robots: ['User-agent: *'] };
    await graphqlData(admin, REPLACE_SEO, { input: seo });
    const { siteSeo } = await graphqlData(member, `{ siteSeo { ${SEO} } }`);
    expect(siteSeo).toMatchObject({ idioma: 'pt-BR', indexavel: true, pagina_404: { titulo: 'Ops', texto: null } });
    expect((await member.get('/v1/site/seo')).body).toEqual(siteSeo);
  });

  it('are judged by the rules of REST', async () => {
    const red = { ...input, cores: { ...cores, texto: 'red' } };
    expect(await errorOf(admin, REPLACE_BRAND, { input: red })).toEqual({
      code: 'ValidationError',
      campo: 'cores.texto',
    });
    for (const [changes, code, campo] of [
      [{ idioma: 'português' }, 'ValidationError', 'idioma'],
      [{ robots: ['<script>'] }, 'ValidationError', 'robots'],
      [{ pagina_404: { pagina_id: newId('pag') } }, 'Unprocessable', 'pagina_404.pagina_id'],
    ] as const) {
      expect(await errorOf(admin, REPLACE_SEO, { input: changes }), campo).toEqual({ code, campo });
    }
  });

  it('are changed by admins alone, like domains', async () => {
    for (const [query, variables] of [
      [REPLACE_BRAND, { input }],
      [REPLACE_SEO, { input: {} }],
      [asking('createDomain:CreateDomainInput'), { input: { host: 'members.example' } }],
      [asking('deleteDomain', ''), { id: newId('dom') }],
    ] as const) {
      expect(await graphqlCodes(member, query, variables), query).toEqual(['PermissionDenied']);
    }
  });
});

describe('media by GraphQL', () => {
  const MEDIA = 'id url tipo largura altura bytes descricao criado_em';

  it('are listed, read, described and deleted, as REST shows them', async () => {
    const client = await (await stack.createTenant()).session('member');
    const { body } = await upload(client, await gradient(30, 20).png().toBuffer());
    const { id } = body;
    const { media } = await graphqlData(client, `{ media(first: 5) { edges { node { ${MEDIA} } } } }`);
    expect(media.edges).toEqual([{ node: body }]);
    expect((await graphqlData(client, asking('mediaById', MEDIA), { id })).mediaById).toEqual(body);
    const input = { descricao: 'Um degradê' };
    const described = await graphqlData(client, asking('describeMedia:DescribeMediaInput', MEDIA), { id, input });
    expect(described.describeMedia).toEqual({ ...body, ...input });
    const item = { id: 'i1', tipo: 'imagem', props: { midia_id: id } };
    const template = { versao: 2, secoes: [{ id: 's1', colunas: [{ id: 'c1', itens: [item] }] }] };
    const page = (await client.post('/v1/paginas', { titulo: 'Rascunho' })).body;
    expect((await client.put(`/v1/paginas/${page.id}/rascunho`, { template })).status).toBe(200);
    expect(await graphqlCodes(client, asking('deleteMedia', ''), { id })).toEqual(['MediaInDraft']);
    const CONFIRMED = 'mutation ($id: ID!) { deleteMedia(id: $id, confirmar: true) }';
    expect(await graphqlData(client, CONFIRMED, { id })).toEqual({ deleteMedia: id });
    expect((await client.get(`/v1/midias/${id}`)).status).toBe(404);
  });

  it('are brought from public addresses alone', async () => {
    const IMPORT = asking('importMedia:ImportMediaInput', MEDIA);
    files.answerNext({ status: 200, body: await gradient(40, 30).png().toBuffer() });
    const { importMedia } = await graphqlData(member, IMPORT, {
      input: { url: `${files.url}/a.png`, descricao: 'Logo' },
    });
    expect(importMedia).toMatchObject({ tipo: 'image/png', largura: 40, descricao: 'Logo' });
    const inside = { input: { url: 'http://127.0.0.1:9/' } };
    expect(await errorOf(member, IMPORT, inside)).toEqual({ code: 'Unprocessable', campo: 'url' });
  });
});

describe('the catalogues by GraphQL', () => {
  it('are those of REST', async () => {
    const { nativeFields, itemTypes } = await graphqlData(
      member,
      `{ nativeFields { campos { chave rotulo grupo tipo tipos } grupos { chave rotulo } paises { codigo nome ddi } }
         itemTypes { tipo nome grupo esquema } }`,
    );
    expect(nativeFields).toEqual((await member.get('/v1/campos-nativos')).body);
    expect({ itens: itemTypes }).toEqual((await member.get('/v1/itens')).body);
  });
});
