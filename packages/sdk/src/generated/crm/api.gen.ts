// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.
import type { CallOptions } from '../../call.js';
import type { Listing } from '../../listing.js';
import type { Transport } from '../../transport.js';
import type * as T from './types.gen.js';

class ContactExportResource {
  constructor(private readonly transport: Transport) {}

  /** Exportar contatos em CSV. Os filtros da lista, até 10000 contatos, do mais novo ao mais antigo; um `limite` maior vale 10000. Se há mais, X-Service-Truncated diz true, e POST /v1/exportacoes exporta todos. A exportação fica registrada antes de o arquivo sair; sem registro, 503. Textos que uma planilha tomaria por fórmula começam com apóstrofo. */
  export(query?: T.ContactExportExportData['query'], options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/contatos/exportar.csv', query }, options);
  }

  /** Exportar contatos em XLSX. Os mesmos contatos e colunas que em CSV, com textos que nunca são fórmulas, e registrada como aquela. */
  exportWorkbook(query?: T.ContactExportExportWorkbookData['query'], options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/contatos/exportar.xlsx', query }, options);
  }
}

class ContactListResource {
  constructor(private readonly transport: Transport) {}

  /** Listar contatos, do mais novo ao mais antigo. Todos os filtros dados valem juntos. `proximo` de uma página, passado em `cursor` com os mesmos filtros, começa a seguinte; vazio, era a última. Contatos apagados não aparecem. `campo.<chave>=valor` filtra por um campo personalizado; um que não existe ou um valor que o campo não pode ter é 400. */
  list(query?: T.ContactListListData['query'], options?: CallOptions): Listing<T.ContactListListResponse, T.ContactListListResponse['contatos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/contatos', query }, ['contatos', 'proximo'], options);
  }
}

class ContactsResource {
  constructor(private readonly transport: Transport) {}

  /** Criar um contato. Com e-mail ou telefone, que nenhum outro contato da conta tem; 409 quando outro tem. */
  create(body: T.ContactsCreateData['body'] = {}, options?: CallOptions): Promise<T.ContactsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos', body }, options);
  }

  /** Ler um contato. Um contato apagado não é encontrado. Para um que foi mesclado, o 404 tem em `mesclado_id` o contato que ficou; um navegador, que prefere HTML, é levado a ele com 301. */
  get(id: string | number, options?: CallOptions): Promise<T.ContactsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/contatos/{id}', params: { id } }, options);
  }

  /** Alterar um contato. O que está ausente fica; null esvazia. email e telefone são os principais. Em `campos`, só as chaves dadas mudam. */
  update(id: string | number, body: T.ContactsUpdateData['body'] = {}, options?: CallOptions): Promise<T.ContactsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/contatos/{id}', params: { id }, body }, options);
  }

  /** Apagar um contato. O corpo é opcional. O e-mail e o telefone ficam livres; a plataforma pode restaurar o contato. */
  delete(id: string | number, body: T.ContactsDeleteData['body'] = {}, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/contatos/{id}', params: { id }, body }, options);
  }
}

class ActivitiesResource {
  constructor(private readonly transport: Transport) {}

  /** Listar a linha do tempo de um contato, do mais novo ao mais antigo. `total` conta todas as páginas. De um contato anonimizado, as notas e os dados já não existem. */
  list(id: string | number, query?: T.ActivitiesListData['query'], options?: CallOptions): Listing<T.ActivitiesListResponse, T.ActivitiesListResponse['atividades'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/contatos/{id}/atividades', params: { id }, query }, ['atividades', 'proximo'], options);
  }

  /** Escrever uma nota. O autor é o usuário da sessão. */
  add(id: string | number, body: T.ActivitiesAddData['body'], options?: CallOptions): Promise<T.ActivitiesAddResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos/{id}/atividades', params: { id }, body }, options);
  }

  /** Ler uma entrada da linha do tempo. Uma entrada de outro contato não é encontrada. */
  get(id: string | number, atividadeId: string | number, options?: CallOptions): Promise<T.ActivitiesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/contatos/{id}/atividades/{atividade_id}', params: { id, atividade_id: atividadeId } }, options);
  }

  /** Alterar uma nota. Só o autor e os administradores; os outros recebem 404. `dados` diz quem alterou e quando. 422 para o que não é nota. */
  update(id: string | number, atividadeId: string | number, body: T.ActivitiesUpdateData['body'], options?: CallOptions): Promise<T.ActivitiesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/contatos/{id}/atividades/{atividade_id}', params: { id, atividade_id: atividadeId }, body }, options);
  }

  /** Apagar uma nota. Só o autor e os administradores; os outros recebem 404. Não volta. 422 para o que não é nota. */
  delete(id: string | number, atividadeId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/contatos/{id}/atividades/{atividade_id}', params: { id, atividade_id: atividadeId } }, options);
  }
}

class AlertsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os alertas. Todos os da conta, do mais antigo ao mais novo. */
  list(options?: CallOptions): Promise<T.AlertsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/alertas' }, options);
  }

  /** Criar um alerta. Avaliado a cada minuto, com todos os membros da conta. No máximo 50. Dispara na primeira avaliação em que o valor alcança o limiar, e volta a `calmo` depois de duas em que não. Leads ruins, que são spam ou têm um e-mail ruim, não contam como leads em `sem_leads`. Uma conta que nunca teve leads espera desde a criação do alerta. 422 com `campo` para uma regra inválida. */
  create(body: T.AlertsCreateData['body'], options?: CallOptions): Promise<T.AlertsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/alertas', body }, options);
  }

  /** Listar as mudanças de estado dos alertas. Da mais nova à mais antiga; guardadas por 90 dias, também as de alertas apagados. */
  listEvents(query?: T.AlertsListEventsData['query'], options?: CallOptions): Listing<T.AlertsListEventsResponse, T.AlertsListEventsResponse['eventos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/alertas/eventos', query }, ['eventos', 'proximo'], options);
  }

  /** Ler um alerta. A regra, o estado e o valor de agora. */
  get(id: string | number, options?: CallOptions): Promise<T.AlertsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/alertas/{id}', params: { id } }, options);
  }

  /** Substituir um alerta. Todos os campos. Quando algum muda, o estado volta a `calmo`, e a próxima avaliação olha a nova regra. */
  replace(id: string | number, body: T.AlertsReplaceData['body'], options?: CallOptions): Promise<T.AlertsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/alertas/{id}', params: { id }, body }, options);
  }

  /** Apagar um alerta. Os eventos dele ficam. Um alerta disparado volta antes a `calmo`, com um evento. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/alertas/{id}', params: { id } }, options);
  }
}

class CompaniesResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as empresas, da mais nova à mais antiga. proximo de uma página, enviado como cursor, começa a página seguinte. */
  list(query?: T.CompaniesListData['query'], options?: CallOptions): Listing<T.CompaniesListResponse, T.CompaniesListResponse['empresas'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/empresas', query }, ['empresas', 'proximo'], options);
  }

  /** Criar uma empresa. 409 quando outra empresa da conta tem o nome, sem caixa e acentos, ou o CNPJ. */
  create(body: T.CompaniesCreateData['body'], options?: CallOptions): Promise<T.CompaniesCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/empresas', body }, options);
  }

  /** Ler uma empresa. Uma empresa apagada não é encontrada. */
  get(id: string | number, options?: CallOptions): Promise<T.CompaniesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/empresas/{id}', params: { id } }, options);
  }

  /** Alterar uma empresa. O que não é enviado fica como está. */
  update(id: string | number, body: T.CompaniesUpdateData['body'] = {}, options?: CallOptions): Promise<T.CompaniesUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/empresas/{id}', params: { id }, body }, options);
  }

  /** Apagar uma empresa. Os contatos ficam, sem empresa. O nome e o CNPJ ficam livres. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/empresas/{id}', params: { id } }, options);
  }
}

class CompanyPeopleResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os contatos cuja empresa principal é esta. Do mais novo ao mais antigo. */
  listContacts(id: string | number, query?: T.CompanyPeopleListContactsData['query'], options?: CallOptions): Listing<T.CompanyPeopleListContactsResponse, T.CompanyPeopleListContactsResponse['contatos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/empresas/{id}/contatos', params: { id }, query }, ['contatos', 'proximo'], options);
  }

  /** Listar as pessoas da empresa, com vínculo principal ou secundário. Do contato mais novo ao mais antigo. */
  listPeople(id: string | number, query?: T.CompanyPeopleListPeopleData['query'], options?: CallOptions): Listing<T.CompanyPeopleListPeopleResponse, T.CompanyPeopleListPeopleResponse['pessoas'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/empresas/{id}/pessoas', params: { id }, query }, ['pessoas', 'proximo'], options);
  }

  /** Vincular um contato à empresa. Sempre um vínculo secundário: a empresa principal do contato não muda. Um vínculo que já existe recebe o papel e responde 200. */
  link(id: string | number, body: T.CompanyPeopleLinkData['body'], options?: CallOptions): Promise<T.CompanyPeopleLinkResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/empresas/{id}/pessoas', params: { id }, body }, options);
  }

  /** Desfazer um vínculo secundário. A empresa principal do contato não muda. */
  unlink(id: string | number, contatoId: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/empresas/{id}/pessoas/{contato_id}', params: { id, contato_id: contatoId } }, options);
  }
}

class IdentifiersResource {
  constructor(private readonly transport: Transport) {}

  /** Dar mais um e-mail ou telefone a um contato. No máximo 20 de cada. 409 quando este ou outro contato já o tem. */
  add(id: string | number, body: T.IdentifiersAddData['body'], options?: CallOptions): Promise<T.IdentifiersAddResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos/{id}/identificadores', params: { id }, body }, options);
  }

  /** Tirar um e-mail ou telefone de um contato. Se era o principal, o mais antigo dos outros passa a ser. 422 quando é o último do contato. */
  remove(id: string | number, identificador: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/contatos/{id}/identificadores/{identificador}', params: { id, identificador } }, options);
  }

  /** Tornar principal um e-mail ou telefone. O principal é usado e mostrado primeiro. Sem corpo. */
  makePrimary(id: string | number, identificador: string | number, options?: CallOptions): Promise<T.IdentifiersMakePrimaryResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/contatos/{id}/identificadores/{identificador}/principal', params: { id, identificador } }, options);
  }
}

class LifecycleResource {
  constructor(private readonly transport: Transport) {}

  /** Promover um lead a contato. Fica na linha do tempo e emite crm.contact.promoted. Um contato fica como está. */
  promote(id: string | number, options?: CallOptions): Promise<T.LifecyclePromoteResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos/{id}/promover', params: { id } }, options);
  }

  /** Rebaixar um contato a lead. Fica na linha do tempo. Um lead fica como está. */
  demote(id: string | number, options?: CallOptions): Promise<T.LifecycleDemoteResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos/{id}/rebaixar', params: { id } }, options);
  }
}

class RestoreResource {
  constructor(private readonly transport: Transport) {}

  /** Restaurar um contato apagado. Só para operadores da plataforma. 409 quando outro contato já tem o e-mail ou telefone. */
  restore(id: string | number, options?: CallOptions): Promise<T.RestoreRestoreResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos/{id}/restaurar', params: { id } }, options);
  }
}

class CustomersResource {
  constructor(private readonly transport: Transport) {}

  /** Listar clientes, do contato mais novo ao mais antigo. Os contatos no estágio cliente, com os filtros da lista de contatos. */
  list(query?: T.CustomersListData['query'], options?: CallOptions): Listing<T.CustomersListResponse, T.CustomersListResponse['clientes'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/clientes', query }, ['clientes', 'proximo'], options);
  }

  /** Ler um cliente. Um contato em outro estágio não é encontrado. */
  get(id: string | number, options?: CallOptions): Promise<T.CustomersGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/clientes/{id}', params: { id } }, options);
  }

  /** Alterar um cliente. Como alterar o contato. Em outro estágio, ele deixa de ser cliente. */
  update(id: string | number, body: T.CustomersUpdateData['body'] = {}, options?: CallOptions): Promise<T.CustomersUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/clientes/{id}', params: { id }, body }, options);
  }
}

class VisitsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as visitas de um contato às páginas, da mais nova à mais antiga. As visitas em que ele enviou um formulário. De um contato anonimizado, só o momento é conhecido. */
  list(id: string | number, query?: T.VisitsListData['query'], options?: CallOptions): Listing<T.VisitsListResponse, T.VisitsListResponse['visitas'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/contatos/{id}/visita-pages', params: { id }, query }, ['visitas', 'proximo'], options);
  }
}

class CustomFieldsResource {
  constructor(private readonly transport: Transport) {}

  /** Criar um campo personalizado. Os contatos da conta o têm em `campos`, pela chave. No máximo 200; só para administradores. */
  create(body: T.CustomFieldsCreateData['body'], options?: CallOptions): Promise<T.CustomFieldsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/campos-personalizados', body }, options);
  }

  /** Listar os campos personalizados. Todos, na ordem em que foram criados. */
  list(options?: CallOptions): Promise<T.CustomFieldsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/campos-personalizados' }, options);
  }

  /** Ler um campo personalizado. A chave, o tipo e as opções do campo. */
  get(id: string | number, options?: CallOptions): Promise<T.CustomFieldsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/campos-personalizados/{id}', params: { id } }, options);
  }

  /** Alterar um campo personalizado. O que está ausente fica. Contatos ficam com valores que deixaram de ser opções. */
  update(id: string | number, body: T.CustomFieldsUpdateData['body'] = {}, options?: CallOptions): Promise<T.CustomFieldsUpdateResponse> {
    return this.transport.json({ method: 'PATCH', path: '/v1/campos-personalizados/{id}', params: { id }, body }, options);
  }

  /** Apagar um campo personalizado. Os valores saem dos contatos logo depois; até lá, a chave fica ocupada. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/campos-personalizados/{id}', params: { id } }, options);
  }
}

class FieldsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o catálogo de campos. Os campos nativos de contatos e empresas, e os que a conta criou. */
  get(options?: CallOptions): Promise<T.FieldsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/campos' }, options);
  }
}

class ConsentResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o que um contato aceita receber. Sem registro, um canal é falso. */
  get(id: string | number, options?: CallOptions): Promise<T.ConsentGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/contatos/{id}/consentimento', params: { id } }, options);
  }

  /** Registrar o que um contato aceita receber. Fica no histórico e na linha do tempo. Os envios da plataforma aos endereços do contato param quando ele retira o consentimento de email ou sms, e voltam com ele. */
  change(id: string | number, body: T.ConsentChangeData['body'], options?: CallOptions): Promise<T.ConsentChangeResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/contatos/{id}/consentimento', params: { id }, body }, options);
  }

  /** Listar o histórico do consentimento, do mais novo ao mais antigo. proximo de uma página, enviado como cursor, começa a página seguinte. */
  history(id: string | number, query?: T.ConsentHistoryData['query'], options?: CallOptions): Listing<T.ConsentHistoryResponse, T.ConsentHistoryResponse['historico'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/contatos/{id}/consentimento/historico', params: { id }, query }, ['historico', 'proximo'], options);
  }
}

class ConversionsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as integrações de conversão. Todas as da conta, da mais antiga à mais nova, sem os segredos. */
  list(options?: CallOptions): Promise<T.ConversionsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/integracoes-de-conversao' }, options);
  }

  /** Criar uma integração de conversão. Só para administradores. Cada lead capturado vai ao provedor como uma conversão, com os dados da pessoa em SHA-256, se ela consentiu ou o formulário nada pediu. No máximo 50 por conta. 422 para outro provedor e para um pixel que não é número. */
  create(body: T.ConversionsCreateData['body'], options?: CallOptions): Promise<T.ConversionsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/integracoes-de-conversao', body }, options);
  }

  /** Ler uma integração de conversão. Sem o segredo: tem_segredo diz se há um. */
  get(id: string | number, options?: CallOptions): Promise<T.ConversionsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/integracoes-de-conversao/{id}', params: { id } }, options);
  }

  /** Substituir uma integração de conversão. Só para administradores. Sem segredo no corpo, o guardado fica; null o remove. O que espera vai para o novo pixel. */
  replace(id: string | number, body: T.ConversionsReplaceData['body'], options?: CallOptions): Promise<T.ConversionsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/integracoes-de-conversao/{id}', params: { id }, body }, options);
  }

  /** Apagar uma integração de conversão. Só para administradores. Com suas entregas: o que espera não é mais enviado. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/integracoes-de-conversao/{id}', params: { id } }, options);
  }

  /** Listar as entregas de uma integração. As mais novas primeiro, dos últimos 30 dias, com o que o provedor respondeu. Um lead sem consentimento aparece como falhou, sem tentativa. */
  deliveries(id: string | number, query?: T.ConversionsDeliveriesData['query'], options?: CallOptions): Promise<T.ConversionsDeliveriesResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/integracoes-de-conversao/{id}/entregas', params: { id }, query }, options);
  }

  /** Testar uma integração de conversão. Só para administradores. Enfileira um evento de exemplo, com test_event_code se a integração o tem; sem ele, com um nome que não conta como lead. 404 para uma integração inativa. */
  test(id: string | number, options?: CallOptions): Promise<T.ConversionsTestResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/integracoes-de-conversao/{id}/testar', params: { id } }, options);
  }
}

class DestinationsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os destinos. Todos os da conta, do mais antigo ao mais novo, sem os segredos. */
  list(options?: CallOptions): Promise<T.DestinationsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/destinos' }, options);
  }

  /** Criar um destino. Só para administradores. Uma URL que recebe cada lead capturado, como crm.lead.captured. No máximo 50 por conta. 422 para uma URL que não é http nem https ou que leva à rede interna, e para um segredo com o prefixo whsec_ sem base64 depois dele. */
  create(body: T.DestinationsCreateData['body'], options?: CallOptions): Promise<T.DestinationsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/destinos', body }, options);
  }

  /** Ler um destino. Sem o segredo: tem_segredo diz se há um. */
  get(id: string | number, options?: CallOptions): Promise<T.DestinationsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/destinos/{id}', params: { id } }, options);
  }

  /** Substituir um destino. Só para administradores. Sem segredo no corpo, o guardado fica; null o remove. O que espera vai para a nova URL. Reativar um destino que foi desativado por falhas começa a contagem de novo. */
  replace(id: string | number, body: T.DestinationsReplaceData['body'], options?: CallOptions): Promise<T.DestinationsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/destinos/{id}', params: { id }, body }, options);
  }

  /** Apagar um destino. Só para administradores. Com suas entregas: o que espera não é mais enviado. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/destinos/{id}', params: { id } }, options);
  }

  /** Listar as entregas a um destino. As mais novas primeiro, dos últimos 30 dias: estado, código, tentativas e a próxima, sem o que é enviado. */
  deliveries(id: string | number, query?: T.DestinationsDeliveriesData['query'], options?: CallOptions): Promise<T.DestinationsDeliveriesResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/destinos/{id}/entregas', params: { id }, query }, options);
  }

  /** Testar um destino. Só para administradores. Enfileira um lead de exemplo, com "teste": true, que é assinado, entregue e repetido como qualquer outro. 404 para um destino inativo. */
  test(id: string | number, options?: CallOptions): Promise<T.DestinationsTestResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/destinos/{id}/testar', params: { id } }, options);
  }
}

class IdentitiesResource {
  constructor(private readonly transport: Transport) {}

  /** Achar o contato de um e-mail ou telefone. A resposta nunca repete o valor. 503 quando as chaves da conta não estão disponíveis. */
  resolve(query?: T.IdentitiesResolveData['query'], options?: CallOptions): Promise<T.IdentitiesResolveResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/identidades/resolver', query }, options);
  }
}

class SuggestionsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os pares de contatos que podem ser a mesma pessoa. Os que esperam uma decisão, do mais novo ao mais antigo, com os motivos. */
  list(query?: T.SuggestionsListData['query'], options?: CallOptions): Listing<T.SuggestionsListResponse, T.SuggestionsListResponse['sugestoes'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/identidades/sugestoes', query }, ['sugestoes', 'proximo'], options);
  }

  /** Decidir uma sugestão. Registra a decisão e não mescla nada. 409 quando o contrário já foi decidido. */
  decide(id: string | number, body: T.SuggestionsDecideData['body'], options?: CallOptions): Promise<T.SuggestionsDecideResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/identidades/sugestoes/{id}/decisao', params: { id }, body }, options);
  }
}

class JourneysResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as jornadas. Todas as da conta, da mais nova à mais antiga; no máximo 100, se a instalação não definir outro número. */
  list(options?: CallOptions): Promise<T.JourneysListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/jornadas' }, options);
  }

  /** Criar uma jornada. Sempre desligada. Os passos são numerados a partir de 1, sem lacunas, no máximo 100. `esperar`: `espera` em nanossegundos, maior que zero, até dez anos. `condicao`: quem não satisfaz os `criterios` vai a `se_pular_ir`, um passo que existe. `dividir`: `ramos` por peso. Voltar a um passo só é possível passando por um `esperar`. 422 diz em `campo` o passo e em `erro` a razão. */
  create(body: T.JourneysCreateData['body'], options?: CallOptions): Promise<T.JourneysCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/jornadas', body }, options);
  }

  /** Ler uma jornada. Com os passos da versão mais nova. */
  get(id: string | number, options?: CallOptions): Promise<T.JourneysGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/jornadas/{id}', params: { id } }, options);
  }

  /** Substituir uma jornada. Tudo, por uma nova versão. Quem está dentro segue nos passos em que entrou; `saida` e `objetivo` valem para todos. Ligada ou desligada, fica como está. Os passos são numerados a partir de 1, sem lacunas, no máximo 100. `esperar`: `espera` em nanossegundos, maior que zero, até dez anos. `condicao`: quem não satisfaz os `criterios` vai a `se_pular_ir`, um passo que existe. `dividir`: `ramos` por peso. Voltar a um passo só é possível passando por um `esperar`. 422 diz em `campo` o passo e em `erro` a razão. */
  replace(id: string | number, body: T.JourneysReplaceData['body'], options?: CallOptions): Promise<T.JourneysReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/jornadas/{id}', params: { id }, body }, options);
  }

  /** Apagar uma jornada. Quem está dentro sai dela. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/jornadas/{id}', params: { id } }, options);
  }

  /** Ligar ou desligar uma jornada. Ao ligar, é julgada de novo: 422 quando já não é válida. Ao desligar, não. Quem está dentro espera enquanto está desligada e segue quando volta; com `encerrar: true` sai. */
  setActive(id: string | number, body: T.JourneysSetActiveData['body'], options?: CallOptions): Promise<T.JourneysSetActiveResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/jornadas/{id}/ativa', params: { id }, body }, options);
  }
}

class JourneyWaysResource {
  constructor(private readonly transport: Transport) {}

  /** Simular uma jornada. O caminho inteiro de um contato pela versão mais nova, com as horas, sem nenhum efeito: o contato como está agora, sem que abra e-mails. Vale também com a jornada desligada. */
  simulate(id: string | number, body: T.JourneyWaysSimulateData['body'], options?: CallOptions): Promise<T.JourneyWaysSimulateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/jornadas/{id}/simular', params: { id }, body }, options);
  }

  /** Ler os números de uma jornada. Por versão e passo: quantas pessoas entraram, estão dentro, saíram e falharam. */
  read(id: string | number, options?: CallOptions): Promise<T.JourneyWaysReadResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/jornadas/{id}/numeros', params: { id } }, options);
  }

  /** Ler o caminho de um contato pelas jornadas. Por que entrou, que passos fez e com que resultado, o que vem e quando. */
  list(id: string | number, options?: CallOptions): Promise<T.JourneyWaysListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/contatos/{id}/jornadas', params: { id } }, options);
  }
}

class MessagingSettingsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler as horas de silêncio e o máximo de mensagens. Das 21:00 às 08:00 e 3 por pessoa e dia, enquanto a conta não os muda. */
  get(options?: CallOptions): Promise<T.MessagingSettingsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/configuracoes/mensagens' }, options);
  }

  /** Definir as horas de silêncio e o máximo de mensagens. Valem para as mensagens de jornadas a partir de agora: nas horas de silêncio, ou acima do máximo, o passo espera. Só para administradores. */
  replace(body: T.MessagingSettingsReplaceData['body'], options?: CallOptions): Promise<T.MessagingSettingsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/configuracoes/mensagens', body }, options);
  }
}

class MergesResource {
  constructor(private readonly transport: Transport) {}

  /** Mesclar outro contato neste. O outro deixa de existir. 409 para o mesmo contato, um anonimizado ou um com pedido de exclusão pendente. */
  merge(id: string | number, body: T.MergesMergeData['body'], options?: CallOptions): Promise<T.MergesMergeResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/contatos/{id}/mesclar', params: { id }, body }, options);
  }

  /** Ler uma mesclagem. Quais contatos, quando, e até quando pode ser desfeita. */
  get(id: string | number, options?: CallOptions): Promise<T.MergesGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/mesclagens/{id}', params: { id } }, options);
  }

  /** Desfazer uma mesclagem. Por 30 dias. 409 depois, quando já foi desfeita, ou quando outro contato tem um dos e-mails ou telefones. */
  undo(id: string | number, options?: CallOptions): Promise<T.MergesUndoResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/mesclagens/{id}/desfazer', params: { id } }, options);
  }
}

class ImportsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as importações, da mais nova à mais antiga. proximo de uma página, enviado como cursor, começa a página seguinte. */
  list(query?: T.ImportsListData['query'], options?: CallOptions): Listing<T.ImportsListResponse, T.ImportsListResponse['importacoes'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/importacoes', query }, ['importacoes', 'proximo'], options);
  }

  /** Importar contatos de um arquivo. A primeira linha com dados, ou linha_do_cabecalho, tem os nomes das colunas. Linhas com erro não são importadas; /erros.csv as mostra. Uma célula vazia nunca apaga o valor do contato. 409 com cinco importações em andamento; 422 para um arquivo que não é CSV nem XLSX ou não tem uma coluna do mapeamento. */
  create(body: T.ImportsCreateData['body'] | FormData, options?: CallOptions): Promise<T.ImportsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/importacoes', body, type: 'multipart/form-data' }, options);
  }

  /** Ver o começo de um arquivo antes de importá-lo. As colunas, as dez primeiras linhas e o mapeamento que os nomes e os valores sugerem, com o qual a importação pode ser pedida. Nada é importado, e o arquivo não é guardado. */
  preview(body: T.ImportsPreviewData['body'] | FormData, options?: CallOptions): Promise<T.ImportsPreviewResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/importacoes/previa', body, type: 'multipart/form-data' }, options);
  }

  /** Ler uma importação. Até onde ela foi, e o que fez. */
  get(id: string | number, options?: CallOptions): Promise<T.ImportsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/importacoes/{id}', params: { id } }, options);
  }

  /** Baixar os erros das linhas. linha, coluna e mensagem dos primeiros 10.000 erros. A linha 1 tem os nomes das colunas. Nenhum valor do arquivo é repetido. */
  errors(id: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/importacoes/{id}/erros.csv', params: { id } }, options);
  }

  /** Cancelar uma importação. As linhas já importadas ficam; desfazer as remove. 409 quando ela já terminou. */
  cancel(id: string | number, options?: CallOptions): Promise<T.ImportsCancelResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/importacoes/{id}/cancelar', params: { id } }, options);
  }

  /** Desfazer uma importação. Em até sete dias. Os contatos criados são apagados e os alterados voltam ao que eram. Os que mudaram depois ficam como estão: nao_desfeitos os conta e /erros.csv diz quais. */
  undo(id: string | number, options?: CallOptions): Promise<T.ImportsUndoResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/importacoes/{id}/desfazer', params: { id } }, options);
  }
}

class ExportsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as exportações, da mais nova à mais antiga. As dos últimos trinta dias. proximo de uma página, enviado como cursor, começa a página seguinte. */
  list(query?: T.ExportsListData['query'], options?: CallOptions): Listing<T.ExportsListResponse, T.ExportsListResponse['exportacoes'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/exportacoes', query }, ['exportacoes', 'proximo'], options);
  }

  /** Exportar contatos, quantos forem. Um trabalho escreve o arquivo, com as colunas de /v1/contatos/exportar.csv, que responde na hora até 10000 contatos. A exportação fica registrada; sem registro, 503. 409 com 3 exportações em andamento ou 10 guardadas; 422 para um filtro que a lista não aceita, e para um XLSX de mais de 1048575 contatos. */
  create(body: T.ExportsCreateData['body'] = {}, options?: CallOptions): Promise<T.ExportsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/exportacoes', body }, options);
  }

  /** Ler uma exportação. Até onde ela foi, e onde está o arquivo. */
  get(id: string | number, options?: CallOptions): Promise<T.ExportsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/exportacoes/{id}', params: { id } }, options);
  }

  /** Apagar uma exportação. O arquivo não pode mais ser lido. Uma que está em andamento para. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/exportacoes/{id}', params: { id } }, options);
  }

  /** Baixar o arquivo de uma exportação. Até 7 dias depois de pronto; também em partes, com Range. Cada download fica registrado; sem registro, 503. 409 enquanto o arquivo é escrito; 410 quando não há arquivo, porque a exportação falhou, expirou ou tinha um contato que foi apagado em definitivo. */
  download(id: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/v1/exportacoes/{id}/arquivo', params: { id } }, options);
  }
}

class ErasureRequestsResource {
  constructor(private readonly transport: Transport) {}

  /** Pedir a exclusão dos dados de um contato. Nada é apagado até um administrador aprovar. 409 quando já há um pedido pendente. */
  create(body: T.ErasureRequestsCreateData['body'], options?: CallOptions): Promise<T.ErasureRequestsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/pedidos-exclusao', body }, options);
  }

  /** Listar os pedidos de exclusão, do mais novo ao mais antigo. Só para administradores; os outros recebem 404. */
  list(query?: T.ErasureRequestsListData['query'], options?: CallOptions): Listing<T.ErasureRequestsListResponse, T.ErasureRequestsListResponse['pedidos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/pedidos-exclusao', query }, ['pedidos', 'proximo'], options);
  }

  /** Aprovar um pedido: os dados do contato são apagados para sempre. Aqui são apagados nesta chamada; os outros aplicativos são avisados, e o que responderam fica em resultado. 409 quando o pedido já foi decidido. */
  approve(id: string | number, options?: CallOptions): Promise<T.ErasureRequestsApproveResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/pedidos-exclusao/{id}/aprovar', params: { id } }, options);
  }

  /** Recusar um pedido. 409 quando o pedido já foi decidido, 422 sem motivo. */
  refuse(id: string | number, body: T.ErasureRequestsRefuseData['body'] = {}, options?: CallOptions): Promise<T.ErasureRequestsRefuseResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/pedidos-exclusao/{id}/recusar', params: { id }, body }, options);
  }
}

class SubjectExportResource {
  constructor(private readonly transport: Transport) {}

  /** Exportar tudo o que se guarda sobre um contato. O que o CRM, Pages e Platform guardam, até 10000 itens de cada um; cortado diz se há mais. Um aplicativo que não responde fica em ausentes. De mensagens, sem os textos. Vale também para um contato apagado. Com formato=csv, um arquivo com uma linha por valor. A exportação fica registrada; sem registro, 503. Só para administradores; os outros recebem 404. */
  export(id: string | number, query?: T.SubjectExportExportData['query'], options?: CallOptions): Promise<T.SubjectExportExportResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/contatos/{id}/dados', params: { id }, query }, options);
  }
}

class RetentionResource {
  constructor(private readonly transport: Transport) {}

  /** Por quanto tempo são guardados contatos sem atividade. `dias` é null em uma conta sem política: guarda para sempre. */
  get(options?: CallOptions): Promise<T.RetentionGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/configuracoes/retencao' }, options);
  }

  /** Definir por quanto tempo são guardados contatos sem atividade. Só para administradores. Passado o tempo, o contato é anonimizado para sempre, como por um pedido de exclusão. */
  set(body: T.RetentionSetData['body'], options?: CallOptions): Promise<T.RetentionSetResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/configuracoes/retencao', body }, options);
  }
}

class SavedViewsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar as visões salvas. Todas as da conta, pelo nome. */
  list(options?: CallOptions): Promise<T.SavedViewsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/visoes' }, options);
  }

  /** Salvar uma visão. Filtros da lista de contatos sob um nome, para todos os membros da conta. No máximo 50. 409 quando o nome é de outra visão, sem caixa e acentos; 422 para um filtro que a lista não aceita, e para e-mail ou telefone em `q`. */
  create(body: T.SavedViewsCreateData['body'], options?: CallOptions): Promise<T.SavedViewsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/visoes', body }, options);
  }

  /** Ler uma visão. O nome e os filtros, como foram guardados. */
  get(id: string | number, options?: CallOptions): Promise<T.SavedViewsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/visoes/{id}', params: { id } }, options);
  }

  /** Substituir uma visão. O nome e todos os filtros. */
  replace(id: string | number, body: T.SavedViewsReplaceData['body'], options?: CallOptions): Promise<T.SavedViewsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/visoes/{id}', params: { id }, body }, options);
  }

  /** Apagar uma visão. Os contatos que ela mostra ficam como estão. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/visoes/{id}', params: { id } }, options);
  }
}

class ContactScoreResource {
  constructor(private readonly transport: Transport) {}

  /** Explicar a pontuação de um contato. Avaliada agora, com as regras que a dão. A da lista de contatos acompanha em instantes. */
  explain(id: string | number, options?: CallOptions): Promise<T.ContactScoreExplainResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/contatos/{id}/pontuacao', params: { id } }, options);
  }
}

class ScoresResource {
  constructor(private readonly transport: Transport) {}

  /** Ler as regras de pontuação. Também o andamento da avaliação de todos os contatos. */
  get(options?: CallOptions): Promise<T.ScoresGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/configuracoes/pontuacao' }, options);
  }

  /** Substituir as regras de pontuação. Só para administradores. A pontuação de um contato é a soma dos pontos das regras a que ele atende, com os critérios dos segmentos, menos `pontuacao`; no máximo 200 em todas as regras. Um trabalho avalia todos os contatos; depois, cada mudança de um contato, e o começo de cada dia, quando um critério conta dias. */
  replace(body: T.ScoresReplaceData['body'], options?: CallOptions): Promise<T.ScoresReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/configuracoes/pontuacao', body }, options);
  }
}

class SegmentsResource {
  constructor(private readonly transport: Transport) {}

  /** Listar os segmentos. Todos os da conta, pelo nome. */
  list(options?: CallOptions): Promise<T.SegmentsListResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/segmentos' }, options);
  }

  /** Criar um segmento. Contatos que satisfazem os critérios, agora e conforme mudam. Textos são comparados sem caixa e acentos; um valor ausente satisfaz `vazio`, `diferente`, `nao_contem` e `nao_em`. E-mail e telefone só por inteiro; o domínio em `email_dominio`. No máximo 100 por conta, se a instalação não definir outro número. 409 quando o nome é de outro segmento, sem caixa e acentos; 422 sem critério, e para um campo, operador ou valor que não se aceita, com o lugar em `campo`. */
  create(body: T.SegmentsCreateData['body'], options?: CallOptions): Promise<T.SegmentsCreateResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/segmentos', body }, options);
  }

  /** Contar os contatos de critérios. O corpo é o de um segmento, que não é guardado. */
  preview(body: T.SegmentsPreviewData['body'] = {}, options?: CallOptions): Promise<T.SegmentsPreviewResponse> {
    return this.transport.json({ method: 'POST', path: '/v1/segmentos/previa', body }, options);
  }

  /** Ler um segmento. Os critérios, quantos contatos tem, e se um critério não vale mais. */
  get(id: string | number, options?: CallOptions): Promise<T.SegmentsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/segmentos/{id}', params: { id } }, options);
  }

  /** Substituir um segmento. O nome e todos os critérios; o que falta não fica. Um trabalho avalia de novo todos os contatos. */
  replace(id: string | number, body: T.SegmentsReplaceData['body'], options?: CallOptions): Promise<T.SegmentsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/segmentos/{id}', params: { id }, body }, options);
  }

  /** Apagar um segmento. Os contatos ficam como estão, e o nome fica livre. A lista dele na Platform, se houver, fica sem contatos. */
  delete(id: string | number, options?: CallOptions): Promise<void> {
    return this.transport.json({ method: 'DELETE', path: '/v1/segmentos/{id}', params: { id } }, options);
  }

  /** Listar os contatos de um segmento, do mais novo ao mais antigo. `proximo` de uma página, passado em `cursor`, começa a seguinte; vazio, era a última. O filtro `segmento` da lista de contatos e das exportações mostra os mesmos. */
  members(id: string | number, query?: T.SegmentsMembersData['query'], options?: CallOptions): Listing<T.SegmentsMembersResponse, T.SegmentsMembersResponse['contatos'][number]> {
    return this.transport.list({ method: 'GET', path: '/v1/segmentos/{id}/contatos', params: { id }, query }, ['contatos', 'proximo'], options);
  }
}

class UsageResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o uso da conta em um mês. As contagens do CRM estão sempre presentes. A quota vem da Platform, que tem 2 segundos para responder; sem resposta, `core_disponivel` e `quota_conhecida` são false. */
  get(query?: T.UsageGetData['query'], options?: CallOptions): Promise<T.UsageGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/uso', query }, options);
  }
}

class AccountSettingsResource {
  constructor(private readonly transport: Transport) {}

  /** Ler o país e o fuso da conta. BR e America/Sao_Paulo enquanto a conta não os muda. */
  get(options?: CallOptions): Promise<T.AccountSettingsGetResponse> {
    return this.transport.json({ method: 'GET', path: '/v1/configuracoes/conta' }, options);
  }

  /** Definir o país e o fuso da conta. Vale para o que é escrito depois; os telefones dos contatos ficam. Só para administradores. */
  replace(body: T.AccountSettingsReplaceData['body'], options?: CallOptions): Promise<T.AccountSettingsReplaceResponse> {
    return this.transport.json({ method: 'PUT', path: '/v1/configuracoes/conta', body }, options);
  }
}

export class CrmApi {
  readonly contactExport: ContactExportResource;
  readonly contactList: ContactListResource;
  readonly contacts: ContactsResource;
  readonly activities: ActivitiesResource;
  readonly alerts: AlertsResource;
  readonly companies: CompaniesResource;
  readonly companyPeople: CompanyPeopleResource;
  readonly identifiers: IdentifiersResource;
  readonly lifecycle: LifecycleResource;
  readonly restore: RestoreResource;
  readonly customers: CustomersResource;
  readonly visits: VisitsResource;
  readonly customFields: CustomFieldsResource;
  readonly fields: FieldsResource;
  readonly consent: ConsentResource;
  readonly conversions: ConversionsResource;
  readonly destinations: DestinationsResource;
  readonly identities: IdentitiesResource;
  readonly suggestions: SuggestionsResource;
  readonly journeys: JourneysResource;
  readonly journeyWays: JourneyWaysResource;
  readonly messagingSettings: MessagingSettingsResource;
  readonly merges: MergesResource;
  readonly imports: ImportsResource;
  readonly exports: ExportsResource;
  readonly erasureRequests: ErasureRequestsResource;
  readonly subjectExport: SubjectExportResource;
  readonly retention: RetentionResource;
  readonly savedViews: SavedViewsResource;
  readonly contactScore: ContactScoreResource;
  readonly scores: ScoresResource;
  readonly segments: SegmentsResource;
  readonly usage: UsageResource;
  readonly accountSettings: AccountSettingsResource;

  constructor(transport: Transport) {
    this.contactExport = new ContactExportResource(transport);
    this.contactList = new ContactListResource(transport);
    this.contacts = new ContactsResource(transport);
    this.activities = new ActivitiesResource(transport);
    this.alerts = new AlertsResource(transport);
    this.companies = new CompaniesResource(transport);
    this.companyPeople = new CompanyPeopleResource(transport);
    this.identifiers = new IdentifiersResource(transport);
    this.lifecycle = new LifecycleResource(transport);
    this.restore = new RestoreResource(transport);
    this.customers = new CustomersResource(transport);
    this.visits = new VisitsResource(transport);
    this.customFields = new CustomFieldsResource(transport);
    this.fields = new FieldsResource(transport);
    this.consent = new ConsentResource(transport);
    this.conversions = new ConversionsResource(transport);
    this.destinations = new DestinationsResource(transport);
    this.identities = new IdentitiesResource(transport);
    this.suggestions = new SuggestionsResource(transport);
    this.journeys = new JourneysResource(transport);
    this.journeyWays = new JourneyWaysResource(transport);
    this.messagingSettings = new MessagingSettingsResource(transport);
    this.merges = new MergesResource(transport);
    this.imports = new ImportsResource(transport);
    this.exports = new ExportsResource(transport);
    this.erasureRequests = new ErasureRequestsResource(transport);
    this.subjectExport = new SubjectExportResource(transport);
    this.retention = new RetentionResource(transport);
    this.savedViews = new SavedViewsResource(transport);
    this.contactScore = new ContactScoreResource(transport);
    this.scores = new ScoresResource(transport);
    this.segments = new SegmentsResource(transport);
    this.usage = new UsageResource(transport);
    this.accountSettings = new AccountSettingsResource(transport);
  }
}
