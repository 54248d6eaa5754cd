// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.
import type { CallOptions } from '../../call.js';
import type { EventStream } from '../../event-stream.js';
import type { Listing } from '../../listing.js';
import type { Transport } from '../../transport.js';
import type * as T from './types.gen.js';

class BrandResource {
  constructor(private readonly transport: Transport) {}

  /** Ler a marca da conta. Uma conta que não escolheu nada tem a marca padrão. */
  get(options?: CallOptions): Promise<T.BrandGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/marca' }, options);
  }

  /** Substituir a marca da conta. As páginas publicadas são renderizadas de novo em segundo plano. */
  replace(body: T.BrandReplaceData['body'], options?: CallOptions): Promise<T.BrandReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/marca', body }, options);
  }
}

class DomainsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os domínios. O domínio padrão vem primeiro. */
  list(query?: T.DomainsListData['query'], options?: CallOptions): Promise<T.DomainsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/dominios', query }, options);
  }

  /** Adicionar um domínio. Publique o registro TXT da resposta e depois verifique o domínio. */
  create(body: T.DomainsCreateData['body'], options?: CallOptions): Promise<T.DomainsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/dominios', body }, options);
  }

  /** Ler um domínio. Com o registro TXT a publicar e o que a última consulta ao DNS encontrou. */
  get(id: string | number, options?: CallOptions): Promise<T.DomainsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/dominios/{id}', params: { id } }, options);
  }

  /** Remover um domínio. Com os redirecionamentos dele. 409 enquanto houver páginas nele. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/dominios/{id}', params: { id } }, options);
  }

  /** Verificar um domínio pelo registro TXT. O primeiro domínio verificado torna-se o padrão. 409: outra conta tem o host verificado; 422: o registro não foi encontrado; 503: o DNS não respondeu. */
  verify(id: string | number, body: T.DomainsVerifyData['body'] = {}, options?: CallOptions): Promise<T.DomainsVerifyResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/dominios/{id}/verificar', params: { id }, body }, options);
  }

  /** Escolher o domínio padrão. O anterior deixa de ser. 422 se o domínio não está verificado. */
  makeDefault(id: string | number, body: T.DomainsMakeDefaultData['body'] = {}, options?: CallOptions): Promise<T.DomainsMakeDefaultResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/dominios/{id}/padrao', params: { id }, body }, options);
  }
}

class FormsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar formulários, do mais novo ao mais antigo. `proximo` de uma página, passado em `cursor`, começa a seguinte; vazio, a lista acabou. */
  list(query?: T.FormsListData['query'], options?: CallOptions): Listing<T.FormsListResponse, T.FormsListResponse['formularios'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/formularios', query }, ['formularios', 'proximo'], options);
  }

  /** Criar um formulário. Uma chamada repetida com a mesma Idempotency-Key e o mesmo corpo tem a mesma resposta, com `Idempotent-Replayed: true`; com outro corpo, 422. 409 se o external_id está em uso. */
  create(body: T.FormsCreateData['body'], options?: CallOptions): Promise<T.FormsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/formularios', body, takesIdempotencyKey: true }, options);
  }

  /** Ler um formulário pelo external_id. O external_id é o nome que o seu sistema deu ao formulário. */
  getByExternalId(externalId: string | number, options?: CallOptions): Promise<T.FormsGetByExternalIdResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/formularios/externo/{external_id}', params: { external_id: externalId } }, options);
  }

  /** Criar ou substituir o formulário de um external_id. A definição inteira é substituída: o que não vem volta ao padrão. 201 se foi criado, 200 se já existia. */
  upsert(externalId: string | number, body: T.FormsUpsertData['body'], options?: CallOptions): Promise<T.FormsUpsertResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/formularios/externo/{external_id}', params: { external_id: externalId }, body }, options);
  }

  /** Ler um formulário, com o trecho de HTML que o mostra em uma página. 404 para um formulário de outra conta, como para um que não existe. */
  get(id: string | number, options?: CallOptions): Promise<T.FormsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/formularios/{id}', params: { id } }, options);
  }

  /** Substituir um formulário. A definição inteira é substituída: o que não vem volta ao padrão. 409 se o external_id está em uso. */
  update(id: string | number, body: T.FormsUpdateData['body'], options?: CallOptions): Promise<T.FormsUpdateResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/formularios/{id}', params: { id }, body }, options);
  }

  /** Apagar um formulário. Ele deixa de receber envios e o external_id fica livre; os leads permanecem. 409 formulario_em_uso, com as páginas, enquanto páginas publicadas o mostram, salvo com confirmar. */
  delete(id: string | number, query?: T.FormsDeleteData['query'], options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/formularios/{id}', params: { id }, query }, options);
  }
}

class FormNoticesResource {
  constructor(private readonly transport: Transport) {}

  /** Ler quem é avisado dos leads de um formulário. `ultimo_erro` diz por que o último e-mail não saiu. Sem nada definido, ninguém é avisado. */
  get(id: string | number, options?: CallOptions): Promise<T.FormNoticesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/formularios/{id}/avisos', params: { id } }, options);
  }

  /** Substituir quem é avisado dos leads de um formulário. Membros recebem um e-mail por lead, até 20 por hora e formulário; os demais vêm em um resumo. O visitante recebe a resposta automática uma vez em 24 horas. O que não vem volta ao padrão. */
  replace(id: string | number, body: T.FormNoticesReplaceData['body'] = {}, options?: CallOptions): Promise<T.FormNoticesReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/formularios/{id}/avisos', params: { id }, body }, options);
  }
}

class GenerationResource {
  constructor(private readonly transport: Transport) {}

  /** Gerar um documento de página a partir de uma descrição. Um modelo de linguagem escreve a página; a resposta é um documento válido, e nada é gravado. 502 quando o provedor não responde ou o que ele escreve não é uma página válida, 503 onde a geração está desligada. Cinco por minuto e conta, duas ao mesmo tempo. */
  generate(body: T.GenerationGenerateData['body'], options?: CallOptions): Promise<T.GenerationGenerateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/gerar', body }, options);
  }
}

class ItemsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler os tipos de item. O que uma página pode conter, com o JSON Schema das propriedades de cada tipo: um editor pode ser gerado dele. */
  get(options?: CallOptions): Promise<T.ItemsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/itens' }, options);
  }
}

class SubmissionsResource {
  constructor(private readonly transport: Transport) {}

  /** Enviar um lead. Os valores são julgados pelas regras do formulário: 400 traz a mensagem de cada campo em `erros`. Com `id_externo`, o mesmo envio repetido, mesmo ao mesmo tempo, é um lead só. Até 300 envios por minuto por conta, por chave. */
  create(body: T.SubmissionsCreateData['body'], options?: CallOptions): Promise<T.SubmissionsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/leads', body }, options);
  }

  /** Enviar um lead a um formulário. Os valores são julgados pelas regras do formulário: 400 traz a mensagem de cada campo em `erros`. Com `id_externo`, o mesmo envio repetido, mesmo ao mesmo tempo, é um lead só. Até 300 envios por minuto por conta, por chave. */
  submit(formID: string | number, body: T.SubmissionsSubmitData['body'], options?: CallOptions): Promise<T.SubmissionsSubmitResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/forms/{formID}/submissions', params: { formID }, body }, options);
  }

  /** Enviar um lead ao formulário de um external_id. Os valores são julgados pelas regras do formulário: 400 traz a mensagem de cada campo em `erros`. Com `id_externo`, o mesmo envio repetido, mesmo ao mesmo tempo, é um lead só. Até 300 envios por minuto por conta, por chave. */
  submitByExternalId(externalID: string | number, body: T.SubmissionsSubmitByExternalIdData['body'], options?: CallOptions): Promise<T.SubmissionsSubmitByExternalIdResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/forms/externo/{externalID}/submissions', params: { externalID }, body }, options);
  }
}

class LeadsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar leads, do mais novo ao mais antigo. Sem `status`, os que não são spam. `proximo` de uma página, passado em `cursor`, começa a seguinte. */
  list(query?: T.LeadsListData['query'], options?: CallOptions): Listing<T.LeadsListResponse, T.LeadsListResponse['leads'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/leads', query }, ['leads', 'proximo'], options);
  }

  /** Exportar leads em CSV. Os filtros da lista, até 50000 leads, do mais novo ao mais antigo; se há mais, X-Service-Truncated diz true. Com `form_id`, cada campo do formulário é uma coluna. Textos que uma planilha tomaria por fórmula começam com apóstrofo. */
  export(query?: T.LeadsExportData['query'], options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/leads/exportar', query }, options);
  }

  /** Ler um lead, com tudo o que se sabe dele. 404 para um lead de outra conta, como para um que não existe. */
  get(id: string | number, options?: CallOptions): Promise<T.LeadsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/leads/{id}', params: { id } }, options);
  }

  /** Apagar um lead. Com seus arquivos, e sem volta. O que o CRM já recebeu permanece lá. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/leads/{id}', params: { id } }, options);
  }

  /** Decidir se um lead é spam. Um que não é spam segue para o CRM; um que é deixa de contar lá. */
  decideSpam(id: string | number, body: T.LeadsDecideSpamData['body'], options?: CallOptions): Promise<T.LeadsDecideSpamResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/leads/{id}/spam', params: { id }, body }, options);
  }

  /** Pedir de novo a confirmação por e-mail. Um e-mail com um link novo. 409 se o formulário não a pede, se ela já foi dada ou se já saíram cinco e-mails; 429 até dez minutos depois do pedido anterior. */
  askConfirmation(id: string | number, options?: CallOptions): Promise<T.LeadsAskConfirmationResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/leads/{id}/confirmacao', params: { id } }, options);
  }

  /** Baixar um arquivo de um lead. Sempre como anexo: o navegador nunca o abre, porque foi um visitante que o enviou. */
  download(id: string | number, arquivo: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/leads/{id}/arquivos/{arquivo}', params: { id, arquivo } }, options);
  }
}

class LinksResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os links curtos, do mais novo ao mais antigo. proximo de uma página, enviado como cursor, começa a página seguinte. */
  list(query?: T.LinksListData['query'], options?: CallOptions): Listing<T.LinksListResponse, T.LinksListResponse['links'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/links', query }, ['links', 'proximo'], options);
  }

  /** Criar um link curto. O slug vale para todas as contas; 409 quando está em uso. */
  create(body: T.LinksCreateData['body'], options?: CallOptions): Promise<T.LinksCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/links', body }, options);
  }

  /** Ler um link curto. cliques conta os redirecionamentos, com alguns segundos de atraso. */
  get(id: string | number, options?: CallOptions): Promise<T.LinksGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/links/{id}', params: { id } }, options);
  }

  /** Alterar um link curto. O que não é enviado fica como está. */
  update(id: string | number, body: T.LinksUpdateData['body'] = {}, options?: CallOptions): Promise<T.LinksUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/links/{id}', params: { id }, body }, options);
  }

  /** Remover um link curto. O slug fica livre para qualquer conta. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/links/{id}', params: { id } }, options);
  }

  /** O endereço do link como código QR. Uma imagem SVG com a margem que as câmeras pedem. */
  qr(id: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/links/{id}/qr', params: { id } }, options);
  }
}

class MediaResource {
  constructor(private readonly transport: Transport) {}

  /** Listar mídias, da mais nova à mais antiga. `proximo`, passado como `cursor`, começa a página seguinte. */
  list(query?: T.MediaListData['query'], options?: CallOptions): Listing<T.MediaListResponse, T.MediaListResponse['midias'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/midias', query }, ['midias', 'proximo'], options);
  }

  /** Enviar uma imagem. JPEG, PNG, GIF, WebP, AVIF ou SVG. A imagem é recodificada em vários tamanhos, sem os metadados do arquivo; um SVG perde tudo o que não desenha. Já pode ser usada; o formato AVIF vem depois. 422 para outro tipo de arquivo, uma imagem danificada ou com pixels demais. */
  create(body: T.MediaCreateData['body'] | FormData, options?: CallOptions): Promise<T.MediaCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/midias', body, type: 'multipart/form-data' }, options);
  }

  /** Trazer uma imagem de um endereço. Como um envio. 422 para um endereço que não é público ou não tem uma imagem, 502 se o servidor não responde, 503 onde a importação está desligada. */
  createFromUrl(body: T.MediaCreateFromUrlData['body'], options?: CallOptions): Promise<T.MediaCreateFromUrlResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/midias/de-url', body }, options);
  }

  /** Ler uma mídia. Uma mídia apagada responde 404. */
  get(id: string | number, options?: CallOptions): Promise<T.MediaGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/midias/{id}', params: { id } }, options);
  }

  /** Descrever uma mídia. As páginas publicadas que a mostram recebem a nova descrição. */
  describe(id: string | number, body: T.MediaDescribeData['body'], options?: CallOptions): Promise<T.MediaDescribeResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/midias/{id}', params: { id }, body }, options);
  }

  /** Apagar uma mídia. 409 midia_em_uso enquanto uma página publicada a mostra; 409 midia_em_rascunho enquanto um rascunho ou uma versão a usa, salvo com confirmar. */
  delete(id: string | number, query?: T.MediaDeleteData['query'], options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/midias/{id}', params: { id }, query }, options);
  }
}

class PageMediaResource {
  constructor(private readonly transport: Transport) {}

  /** Copiar mídias da conta para uma página. Cada cópia tem id e descrição próprios, e é apagada por si; o documento da página não muda. Nenhuma é copiada se uma delas não existe. */
  copy(id: string | number, body: T.PageMediaCopyData['body'], options?: CallOptions): Promise<T.PageMediaCopyResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/midias/copiar', params: { id }, body }, options);
  }
}

class NativeFieldsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o catálogo de campos nativos. Os campos que todo contato ou empresa tem, aos quais um campo de formulário se liga por `chave`. */
  get(options?: CallOptions): Promise<T.NativeFieldsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/campos-nativos' }, options);
  }
}

class ImportResource {
  constructor(private readonly transport: Transport) {}

  /** Criar uma página a partir de um documento ou de um modelo. Informe `template`, um documento versão 2, ou `modelo`, o nome de um modelo de `GET /v1/modelos`. */
  import(body: T.ImportImportData['body'], options?: CallOptions): Promise<T.ImportImportResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/importar', body }, options);
  }
}

class BulkResource {
  constructor(private readonly transport: Transport) {}

  /** Fazer o mesmo com até 100 páginas. Cada página por si: uma que falha tem status erro e motivo. Com chave, publicar e despublicar pedem pages:publish, duplicar e mudar_dominio pages:write. */
  run(body: T.BulkRunData['body'], options?: CallOptions): Promise<T.BulkRunResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/lote', body }, options);
  }
}

class PagesResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as páginas, a mais nova primeiro. Páginas apagadas não aparecem. `proximo`, passado como `cursor`, começa a página seguinte. */
  list(query?: T.PagesListData['query'], options?: CallOptions): Listing<T.PagesListResponse, T.PagesListResponse['paginas'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/paginas', query }, ['paginas', 'proximo'], options);
  }

  /** Criar uma página. Com um domínio, o caminho é o slug. A versão 1 é um documento vazio. */
  create(body: T.PagesCreateData['body'] = {}, options?: CallOptions): Promise<T.PagesCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas', body }, options);
  }

  /** Ler uma página. Uma página apagada responde 404. */
  get(id: string | number, options?: CallOptions): Promise<T.PagesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/paginas/{id}', params: { id } }, options);
  }

  /** Mudar título ou slug. Uma página publicada deixa um redirecionamento no slug antigo do host compartilhado. */
  rename(id: string | number, body: T.PagesRenameData['body'] = {}, options?: CallOptions): Promise<T.PagesRenameResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/paginas/{id}', params: { id }, body }, options);
  }

  /** Apagar uma página. Sai do ar e libera slug e caminho. Pode ser restaurada por trinta dias. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/paginas/{id}', params: { id } }, options);
  }

  /** Restaurar uma página apagada. Volta sem estar publicada, e sem o caminho se outra página o ocupa. 409 se o slug foi tomado: informe outro. */
  restore(id: string | number, body: T.PagesRestoreData['body'] = {}, options?: CallOptions): Promise<T.PagesRestoreResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/restaurar', params: { id }, body }, options);
  }

  /** Duplicar uma página. A versão mais nova e os textos de SEO; sem domínio e sem estar publicada. */
  duplicate(id: string | number, body: T.PagesDuplicateData['body'] = {}, options?: CallOptions): Promise<T.PagesDuplicateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/duplicar', params: { id }, body }, options);
  }

  /** Ler o SEO. O que está gravado, sem o que falta e é feito a partir da página. */
  seo(id: string | number, options?: CallOptions): Promise<T.PagesSeoResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/paginas/{id}/seo', params: { id } }, options);
  }

  /** Substituir o SEO. O que falta volta ao padrão. Uma página publicada muda logo. */
  writeSeo(id: string | number, body: T.PagesWriteSeoData['body'] = {}, options?: CallOptions): Promise<T.PagesWriteSeoResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/paginas/{id}/seo', params: { id }, body }, options);
  }
}

class DraftsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o rascunho. Sem rascunho, a versão mais nova. */
  get(id: string | number, options?: CallOptions): Promise<T.DraftsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/paginas/{id}/rascunho', params: { id } }, options);
  }

  /** Escrever o rascunho. Com base, a escrita só vale se o rascunho ainda é o que foi lido (409 com atual e enviado). Por sessão e sem base, a última escrita vale e a anterior fica como versão. 428 com chave e sem base. */
  write(id: string | number, body: T.DraftsWriteData['body'], query?: T.DraftsWriteData['query'], options?: CallOptions): Promise<T.DraftsWriteResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/paginas/{id}/rascunho', params: { id }, query, body }, options);
  }

  /** Descartar o rascunho. Sem rascunho, 204 também. Sem base, o rascunho fica como versão. */
  delete(id: string | number, query?: T.DraftsDeleteData['query'], options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/paginas/{id}/rascunho', params: { id }, query }, options);
  }
}

class VersionsResource {
  constructor(private readonly transport: Transport) {}

  /** Salvar uma versão. A página guarda as 100 versões mais novas, os 20 rascunhos substituídos mais novos e sempre a versão publicada. */
  save(id: string | number, body: T.VersionsSaveData['body'], options?: CallOptions): Promise<T.VersionsSaveResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/versoes', params: { id }, body }, options);
  }

  /** Listar as versões, a mais nova primeiro. Sem os documentos, que `GET /v1/paginas/{id}/versoes/{versao}` responde. */
  list(id: string | number, query?: T.VersionsListData['query'], options?: CallOptions): Listing<T.VersionsListResponse, T.VersionsListResponse['versoes'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/paginas/{id}/versoes', params: { id }, query }, ['versoes', 'proximo'], options);
  }

  /** Ler uma versão. Com o documento, que nunca muda. */
  get(id: string | number, versao: string | number, options?: CallOptions): Promise<T.VersionsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/paginas/{id}/versoes/{versao}', params: { id, versao } }, options);
  }
}

class PixelsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os pixels, do mais novo ao mais antigo. Páginas publicadas trazem o seu; estes são para outros sites da conta. */
  list(query?: T.PixelsListData['query'], options?: CallOptions): Listing<T.PixelsListResponse, T.PixelsListResponse['pixels'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/pixels', query }, ['pixels', 'proximo'], options);
  }

  /** Criar um pixel. O snippet vai no head das páginas do site; o pixel conta nos seus domínios. */
  create(body: T.PixelsCreateData['body'], options?: CallOptions): Promise<T.PixelsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/pixels', body }, options);
  }

  /** Ler um pixel. Com o snippet que vai no head das páginas do site. */
  get(id: string | number, options?: CallOptions): Promise<T.PixelsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/pixels/{id}', params: { id } }, options);
  }

  /** Alterar um pixel. O que não é enviado fica como está. O snippet não muda. */
  update(id: string | number, body: T.PixelsUpdateData['body'] = {}, options?: CallOptions): Promise<T.PixelsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/pixels/{id}', params: { id }, body }, options);
  }

  /** Remover um pixel. Com seus domínios e conversões; o que ele contou fica. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/pixels/{id}', params: { id } }, options);
  }

  /** Listar os domínios de um pixel. Os sites em que o pixel conta; sem nenhum, não conta em lugar algum. */
  listDomains(id: string | number, options?: CallOptions): Promise<T.PixelsListDomainsResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/pixels/{id}/dominios', params: { id } }, options);
  }

  /** Acrescentar um domínio a um pixel. Os subdomínios valem também. */
  addDomain(id: string | number, body: T.PixelsAddDomainData['body'], options?: CallOptions): Promise<T.PixelsAddDomainResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/pixels/{id}/dominios', params: { id }, body }, options);
  }

  /** Remover um domínio de um pixel. O pixel deixa de contar nele; o que já contou fica. */
  deleteDomain(id: string | number, dominioId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/pixels/{id}/dominios/{dominio_id}', params: { id, dominio_id: dominioId } }, options);
  }

  /** Listar as conversões de um pixel. O que conta como conversão nos sites do pixel. */
  listConversions(id: string | number, options?: CallOptions): Promise<T.PixelsListConversionsResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/pixels/{id}/conversoes', params: { id } }, options);
  }

  /** Acrescentar uma conversão a um pixel. Conta quando o caminho é visto, o evento chega ou o formulário é enviado. */
  addConversion(id: string | number, body: T.PixelsAddConversionData['body'], options?: CallOptions): Promise<T.PixelsAddConversionResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/pixels/{id}/conversoes', params: { id }, body }, options);
  }

  /** Remover uma conversão de um pixel. Não conta mais; as conversões já contadas ficam. */
  deleteConversion(id: string | number, conversaoId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/pixels/{id}/conversoes/{conversao_id}', params: { id, conversao_id: conversaoId } }, options);
  }
}

class PublishingResource {
  constructor(private readonly transport: Transport) {}

  /** Publicar uma versão. Os visitantes recebem a versão anterior até que a nova esteja inteira. Uma versão desconhecida é 404. */
  publish(id: string | number, body: T.PublishingPublishData['body'] = {}, options?: CallOptions): Promise<T.PublishingPublishResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/publicar', params: { id }, body }, options);
  }

  /** Tirar a página do ar. O mesmo para uma página que não está publicada. */
  unpublish(id: string | number, options?: CallOptions): Promise<T.PublishingUnpublishResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/despublicar', params: { id } }, options);
  }
}

class MovingResource {
  constructor(private readonly transport: Transport) {}

  /** Mover a página para um domínio e um caminho. 409 caminho_em_uso ou pagina_inicial; 422 dominio_nao_verificado ou caminho_invalido. O endereço antigo de uma página publicada redireciona (301) ao novo. */
  move(id: string | number, body: T.MovingMoveData['body'], options?: CallOptions): Promise<T.MovingMoveResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/paginas/{id}/dominio', params: { id }, body }, options);
  }
}

class ExperimentsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os experimentos de uma página, do mais novo ao mais antigo. Os números de cada um estão em `GET /v1/analytics/ab`. */
  list(id: string | number, query?: T.ExperimentsListData['query'], options?: CallOptions): Listing<T.ExperimentsListResponse, T.ExperimentsListResponse['experimentos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/paginas/{id}/experimentos', params: { id }, query }, ['experimentos', 'proximo'], options);
  }

  /** Criar um experimento. Duas a dez variantes, cada uma uma versão da página; a primeira é o controle. Nada muda para os visitantes até o início. */
  create(id: string | number, body: T.ExperimentsCreateData['body'], options?: CallOptions): Promise<T.ExperimentsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/experimentos', params: { id }, body }, options);
  }

  /** Ler um experimento. Com as variantes e os pesos de agora. */
  get(id: string | number, experimentoId: string | number, options?: CallOptions): Promise<T.ExperimentsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/paginas/{id}/experimentos/{experimentoId}', params: { id, experimentoId } }, options);
  }

  /** Mudar nome ou pesos. Em andamento, outros pesos começam uma nova fase, que o relatório conta à parte. */
  update(id: string | number, experimentoId: string | number, body: T.ExperimentsUpdateData['body'] = {}, options?: CallOptions): Promise<T.ExperimentsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/paginas/{id}/experimentos/{experimentoId}', params: { id, experimentoId }, body }, options);
  }

  /** Apagar um experimento. Com os números. 409 enquanto está em andamento. */
  delete(id: string | number, experimentoId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/paginas/{id}/experimentos/{experimentoId}', params: { id, experimentoId } }, options);
  }

  /** Iniciar um experimento, ou continuar um parado. Os visitantes recebem as variantes em um segundo. 409 se a página já tem um em andamento ou regras de roteamento; 422 se não está publicada. */
  start(id: string | number, experimentoId: string | number, options?: CallOptions): Promise<T.ExperimentsStartResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/experimentos/{experimentoId}/iniciar', params: { id, experimentoId } }, options);
  }

  /** Parar um experimento. Os visitantes voltam a receber a versão publicada. 409 se não está em andamento. */
  stop(id: string | number, experimentoId: string | number, options?: CallOptions): Promise<T.ExperimentsStopResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/experimentos/{experimentoId}/parar', params: { id, experimentoId } }, options);
  }

  /** Promover uma variante. Publica a versão dela e encerra o experimento. 409 se nunca foi iniciado ou já está encerrado. */
  promote(id: string | number, experimentoId: string | number, body: T.ExperimentsPromoteData['body'], options?: CallOptions): Promise<T.ExperimentsPromoteResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/paginas/{id}/experimentos/{experimentoId}/promover', params: { id, experimentoId }, body }, options);
  }
}

class AbReportResource {
  constructor(private readonly transport: Transport) {}

  /** O relatório de um experimento. Visitantes expostos na última fase e quantos deles converteram. `vencedor_provavel` exige a chance `prob`, uma perda esperada menor que 0,25% da taxa, um teste que vale a cada olhada e visitantes divididos como os pesos. */
  read(query?: T.AbReportReadData['query'], options?: CallOptions): Promise<T.AbReportReadResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/ab', query }, options);
  }
}

class RoutingResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o roteamento de uma página. Sem regras, todos os visitantes recebem a versão publicada. */
  get(id: string | number, options?: CallOptions): Promise<T.RoutingGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/paginas/{id}/roteamento', params: { id } }, options);
  }

  /** Substituir o roteamento de uma página. Por UTM, dispositivo, país e idioma; a primeira regra que vale decide. 409 enquanto um experimento está em andamento. */
  replace(id: string | number, body: T.RoutingReplaceData['body'], options?: CallOptions): Promise<T.RoutingReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/paginas/{id}/roteamento', params: { id }, body }, options);
  }
}

class RedirectsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os redirecionamentos, do mais novo ao mais antigo. Os feitos à mão e os que páginas movidas deixaram. */
  list(query?: T.RedirectsListData['query'], options?: CallOptions): Listing<T.RedirectsListResponse, T.RedirectsListResponse['redirecionamentos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/redirecionamentos', query }, ['redirecionamentos', 'proximo'], options);
  }

  /** Criar um redirecionamento. 409 quando uma página publicada ou outro redirecionamento ocupa o caminho; 422 quando anda em círculos. */
  create(body: T.RedirectsCreateData['body'], options?: CallOptions): Promise<T.RedirectsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/redirecionamentos', body }, options);
  }

  /** Ler um redirecionamento. pagina_id diz qual página foi movida daqui. */
  get(id: string | number, options?: CallOptions): Promise<T.RedirectsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/redirecionamentos/{id}', params: { id } }, options);
  }

  /** Alterar um redirecionamento. O que não é enviado fica como está. O que uma página movida deixou passa a ser da conta. */
  update(id: string | number, body: T.RedirectsUpdateData['body'] = {}, options?: CallOptions): Promise<T.RedirectsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/redirecionamentos/{id}', params: { id }, body }, options);
  }

  /** Remover um redirecionamento. O caminho fica livre. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/redirecionamentos/{id}', params: { id } }, options);
  }
}

class ReplayResource {
  constructor(private readonly transport: Transport) {}

  /** Listar gravações de visitas, da mais nova à mais antiga. Só de visitantes que consentiram, dos últimos 30 dias. */
  list(query?: T.ReplayListData['query'], options?: CallOptions): Listing<T.ReplayListResponse, T.ReplayListResponse['sessoes'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/replay/sessions', query }, ['sessoes', 'proximo'], options);
  }

  /** Ler os eventos de uma gravação, para o player do rrweb. O que foi digitado está mascarado. Até 10 MB. 404 para uma gravação de outra conta, como para uma que não existe. */
  events(id: string | number, options?: CallOptions): Promise<T.ReplayEventsResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/replay/sessions/{id}/events', params: { id } }, options);
  }
}

class SiteSeoResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o SEO do site. O que vale para todas as páginas da conta, com a página 404 e o robots.txt. */
  get(options?: CallOptions): Promise<T.SiteSeoGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/site/seo' }, options);
  }

  /** Substituir o SEO do site. O que não é enviado volta ao padrão. */
  replace(body: T.SiteSeoReplaceData['body'] = {}, options?: CallOptions): Promise<T.SiteSeoReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/site/seo', body }, options);
  }
}

class SiteTagsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler as tags do site. Medição, anúncios e chats de outras empresas, que as páginas carregam depois do consentimento. */
  get(options?: CallOptions): Promise<T.SiteTagsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/site/tags' }, options);
  }

  /** Substituir as tags do site. O que não é enviado volta ao padrão. As páginas publicadas mudam em seguida, com a sua Content-Security-Policy. Um id que não tem a forma do fornecedor responde 422. */
  replace(body: T.SiteTagsReplaceData['body'] = {}, options?: CallOptions): Promise<T.SiteTagsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/site/tags', body }, options);
  }
}

class PageTemplatesResource {
  constructor(private readonly transport: Transport) {}

  /** Ler os modelos de página. Páginas prontas para começar. `POST /v1/paginas/importar` cria uma página a partir do documento. */
  get(options?: CallOptions): Promise<T.PageTemplatesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/modelos' }, options);
  }
}

class AnalyticsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler os números do período, no total e ao longo dele. Horas de um período de até dois dias, senão dias, como os relógios do fuso os mostram. Sem `de`, os últimos sete dias; no máximo 92, senão 422. */
  overview(query?: T.AnalyticsOverviewData['query'], options?: CallOptions): Promise<T.AnalyticsOverviewResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/overview', query }, options);
  }

  /** Ler os números pelos valores de uma dimensão. Os de mais visualizações primeiro, e o resto junto em `outros`. Conta dias inteiros (UTC), os mais próximos do período. Sem `de`, os últimos sete dias; no máximo 92, senão 422. */
  breakdown(query?: T.AnalyticsBreakdownData['query'], options?: CallOptions): Promise<T.AnalyticsBreakdownResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/breakdown', query }, options);
  }

  /** Ler os números das visitas que os filtros deixam. Os filtros valem juntos. Conta dias inteiros (UTC), os mais próximos do período. Sem `de`, os últimos sete dias; no máximo 92, senão 422. */
  report(query?: T.AnalyticsReportData['query'], options?: CallOptions): Promise<T.AnalyticsReportResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/relatorio', query }, options);
  }

  /** Exportar o relatório em CSV. Uma linha por valor, com os parâmetros do relatório. Textos que uma planilha tomaria por fórmula começam com apóstrofo. */
  export(query?: T.AnalyticsExportData['query'], options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/analytics/relatorio/exportar', query }, options);
  }

  /** Listar o que os visitantes fizeram, do mais novo ao mais antigo. Enquanto o plano da conta os guarda. Sem `de`, os últimos sete dias; no máximo 92, senão 422. */
  listEvents(query?: T.AnalyticsListEventsData['query'], options?: CallOptions): Promise<T.AnalyticsListEventsResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/events', query }, options);
  }

  /** Ler o que um visitante fez em uma visita. Do começo ao fim, até 1000 eventos. De uma visita desconhecida, ou de outra conta, não há nenhum. */
  session(id: string | number, options?: CallOptions): Promise<T.AnalyticsSessionResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/session/{id}', params: { id } }, options);
  }

  /** Ler onde os visitantes clicaram em uma página, e até onde a viram. Posições em porcento da página. Sem `pagina`, a de mais visualizações. Conta dias inteiros (UTC), os mais próximos do período. Sem `de`, os últimos sete dias; no máximo 92, senão 422. */
  heatMap(query?: T.AnalyticsHeatMapData['query'], options?: CallOptions): Promise<T.AnalyticsHeatMapResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/heatmap', query }, options);
  }

  /** Ler quanto do tráfego é de robôs. Robôs não estão em nenhum outro relatório. Conta dias inteiros (UTC), os mais próximos do período. Sem `de`, os últimos sete dias; no máximo 92, senão 422. */
  quality(query?: T.AnalyticsQualityData['query'], options?: CallOptions): Promise<T.AnalyticsQualityResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/traffic-quality', query }, options);
  }
}

class FormAnalyticsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o funil de um formulário. De visto a enviado, e o campo em que os visitantes pararam. Sem `de`, os últimos 30 dias; no máximo 400, senão 422. Leads por chave contam como envios, sem visualização. */
  analytics(formID: string | number, query?: T.FormAnalyticsAnalyticsData['query'], options?: CallOptions): Promise<T.FormAnalyticsAnalyticsResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/formularios/{formID}/analytics', params: { formID }, query }, options);
  }
}

class LiveResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o que acontece agora. Os últimos 30 minutos, e as visitas que fizeram algo nos últimos cinco. Robôs não contam. */
  read(options?: CallOptions): Promise<T.LiveReadResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/analytics/live' }, options);
  }

  /** Acompanhar o que acontece agora. Server-sent events: `numeros`, primeiro e a cada cinco segundos, com o que `GET /v1/analytics/live` responde, e `evento` por evento, até 20 de uma vez. O stream termina com o acesso. 429 com streams demais do usuário ou da conta. */
  follow(options?: CallOptions): Promise<EventStream> {
    return this.transport.events({ method: 'GET', path: '/v1/analytics/live/stream' }, options);
  }
}

class ReportViewsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as visões salvas. Todas as da conta, pelo nome. */
  list(options?: CallOptions): Promise<T.ReportViewsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/relatorios/visoes' }, options);
  }

  /** Salvar uma visão. Parâmetros do relatório de visitas sob um nome, para todos os membros da conta. No máximo 50. 400 para um parâmetro que o relatório não tem, 409 quando o nome é de outra visão, sem caixa, e 422 para um valor que o relatório não aceita. */
  create(body: T.ReportViewsCreateData['body'], options?: CallOptions): Promise<T.ReportViewsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/relatorios/visoes', body }, options);
  }

  /** Ler uma visão. O nome e os filtros, como foram guardados. */
  get(id: string | number, options?: CallOptions): Promise<T.ReportViewsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/relatorios/visoes/{id}', params: { id } }, options);
  }

  /** Substituir uma visão. O nome e todos os filtros. */
  replace(id: string | number, body: T.ReportViewsReplaceData['body'], options?: CallOptions): Promise<T.ReportViewsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/relatorios/visoes/{id}', params: { id }, body }, options);
  }

  /** Apagar uma visão. Os números ficam como estão. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/relatorios/visoes/{id}', params: { id } }, options);
  }
}

export class PagesApi {
  readonly brand: BrandResource;
  readonly domains: DomainsResource;
  readonly forms: FormsResource;
  readonly formNotices: FormNoticesResource;
  readonly generation: GenerationResource;
  readonly items: ItemsResource;
  readonly submissions: SubmissionsResource;
  readonly leads: LeadsResource;
  readonly links: LinksResource;
  readonly media: MediaResource;
  readonly pageMedia: PageMediaResource;
  readonly nativeFields: NativeFieldsResource;
  readonly import: ImportResource;
  readonly bulk: BulkResource;
  readonly pages: PagesResource;
  readonly drafts: DraftsResource;
  readonly versions: VersionsResource;
  readonly pixels: PixelsResource;
  readonly publishing: PublishingResource;
  readonly moving: MovingResource;
  readonly experiments: ExperimentsResource;
  readonly abReport: AbReportResource;
  readonly routing: RoutingResource;
  readonly redirects: RedirectsResource;
  readonly replay: ReplayResource;
  readonly siteSeo: SiteSeoResource;
  readonly siteTags: SiteTagsResource;
  readonly pageTemplates: PageTemplatesResource;
  readonly analytics: AnalyticsResource;
  readonly formAnalytics: FormAnalyticsResource;
  readonly live: LiveResource;
  readonly reportViews: ReportViewsResource;

  constructor(transport: Transport) {
    this.brand = new BrandResource(transport);
    this.domains = new DomainsResource(transport);
    this.forms = new FormsResource(transport);
    this.formNotices = new FormNoticesResource(transport);
    this.generation = new GenerationResource(transport);
    this.items = new ItemsResource(transport);
    this.submissions = new SubmissionsResource(transport);
    this.leads = new LeadsResource(transport);
    this.links = new LinksResource(transport);
    this.media = new MediaResource(transport);
    this.pageMedia = new PageMediaResource(transport);
    this.nativeFields = new NativeFieldsResource(transport);
    this.import = new ImportResource(transport);
    this.bulk = new BulkResource(transport);
    this.pages = new PagesResource(transport);
    this.drafts = new DraftsResource(transport);
    this.versions = new VersionsResource(transport);
    this.pixels = new PixelsResource(transport);
    this.publishing = new PublishingResource(transport);
    this.moving = new MovingResource(transport);
    this.experiments = new ExperimentsResource(transport);
    this.abReport = new AbReportResource(transport);
    this.routing = new RoutingResource(transport);
    this.redirects = new RedirectsResource(transport);
    this.replay = new ReplayResource(transport);
    this.siteSeo = new SiteSeoResource(transport);
    this.siteTags = new SiteTagsResource(transport);
    this.pageTemplates = new PageTemplatesResource(transport);
    this.analytics = new AnalyticsResource(transport);
    this.formAnalytics = new FormAnalyticsResource(transport);
    this.live = new LiveResource(transport);
    this.reportViews = new ReportViewsResource(transport);
  }
}
