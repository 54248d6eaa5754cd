import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { UuidArgument } from '../../uuid-argument.js';
import { CompaniesService, found } from '../companies.service.js';
import {
  CompanyObject,
  CreateCompanyRequest,
  toCompanyChanges,
  toCompanyFilters,
  toCompanyValues,
  UpdateCompanyRequest,
} from '../company.dto.js';
import { CompanyConnection, CompanyConnectionArgs } from './company.types.js';

@Session()
@Resolver(() => CompanyObject)
export class CompaniesResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly companiesService: CompaniesService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.companies');
  }

  @Query(() => CompanyConnection, { nullable: true, description: 'The companies, newest first.' })
  async companies(@Args() args: CompanyConnectionArgs): Promise<CompanyConnection> {
    const tenantId = currentTenantId();
    const filters = toCompanyFilters(args);
    return CompanyConnection.read(args, this.cursors, (page) =>
      this.companiesService.listPage(tenantId, filters, page),
    );
  }

  @Query(() => CompanyObject, { nullable: true, description: 'One company; a deleted one is not found.' })
  async company(@Args('id', { type: () => ID }) id: string): Promise<CompanyObject> {
    return CompanyObject.of(found(await this.companiesService.find(currentTenantId(), id)));
  }

  @Mutation(() => CompanyObject, { nullable: true, description: 'A new company; its name and CNPJ are unique.' })
  async createCompany(@Args('input') input: CreateCompanyRequest): Promise<CompanyObject> {
    return CompanyObject.of(await this.companiesService.create(currentTenantId(), toCompanyValues(input)));
  }

  @Mutation(() => CompanyObject, { nullable: true, description: 'Changes what is given of a company.' })
  async updateCompany(@UuidArgument() id: string, @Args('input') input: UpdateCompanyRequest): Promise<CompanyObject> {
    return CompanyObject.of(await this.companiesService.update(currentTenantId(), id, toCompanyChanges(input)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a company; its contacts stay, without a company. Answers its id.',
  })
  async deleteCompany(@UuidArgument() id: string): Promise<string> {
    await this.companiesService.delete(currentTenantId(), id, currentSession().userId);
    return id;
  }
}
