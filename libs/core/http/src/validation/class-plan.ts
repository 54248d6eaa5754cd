import { getMetadataStorage, ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import { type DtoClass, nestedClassOf } from '../fields/nested-class.js';
import { isOfAbsence, isOfNull } from '../fields/presence.js';
import { conversionsOf, type TextConversion } from '../fields/text-conversion.js';
import { once } from '#libs/core/process';

/** One entry of class-validator's metadata; the library exports the storage but not this type. */
export type RuleMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** One rule of a property, with its constraint resolved. */
export interface RulePlan {
  metadata: RuleMetadata;
  /** The name of the rule. */
  type: string;
  constraint: ValidatorConstraintInterface;
  each: boolean;
  /** Name of the class, for messages. */
  targetName: string;
}

export interface PropertyPlan {
  name: string;
  /** `ValidateIf` and `IsOptional`: if one is false, the property is not validated. */
  conditions: RuleMetadata[];
  rules: RulePlan[];
  nested: RuleMetadata[];
  /** The class of a nested value; undefined for a property that is not nested. */
  nestedClass: (() => DtoClass | undefined) | undefined;
  /** A longer list is rejected without validating its items. */
  maxItems: number;
  /** True if null says the same as no such field. */
  nullIsAbsent: boolean;
}

/** The validation metadata of a class, computed once. */
export interface ClassPlan {
  dto: DtoClass;
  properties: PropertyPlan[];
  byName: ReadonlyMap<string, PropertyPlan>;
  conversions: ReadonlyMap<string, TextConversion>;
  /** Properties that the constructor sets and that have no decorator; the library rejects them like unknown keys. */
  undeclared: string[];
}

const plans = new WeakMap<DtoClass, ClassPlan>();

/** The plan of a class, computed at the first call. */
export function planOf(dto: DtoClass): ClassPlan {
  let plan = plans.get(dto);
  if (!plan) plans.set(dto, (plan = makePlan(dto)));
  return plan;
}

function makePlan(dto: DtoClass): ClassPlan {
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(dto, '', false, false);
  const properties = Object.entries(storage.groupByPropertyName(metadata)).map(([name, rules]) =>
    planProperty(dto, name, rules),
  );
  const byName = new Map(properties.map((property) => [property.name, property]));
  const undeclared = Object.keys(new dto()).filter((name) => !byName.has(name));
  return { dto, properties, byName, conversions: conversionsOf(dto.prototype as object), undeclared };
}

function planProperty(dto: DtoClass, name: string, metadata: RuleMetadata[]): PropertyPlan {
  const ofType = (type: string): RuleMetadata[] => metadata.filter((entry) => entry.type === type);
  const nested = ofType(ValidationTypes.NESTED_VALIDATION);
  const conditions = ofType(ValidationTypes.CONDITIONAL_VALIDATION);
  return {
    name,
    conditions,
    rules: [...ofType(ValidationTypes.IS_DEFINED), ...ofType(ValidationTypes.CUSTOM_VALIDATION)].flatMap((rule) =>
      planRule(dto, rule),
    ),
    nested,
    // A class may be declared after the class that refers to it, so it is read at the first use.
    nestedClass: nested.length > 0 ? once(() => nestedClassOf(dto, name)) : undefined,
    maxItems: maxItemsOf(metadata),
    nullIsAbsent: isAny(conditions, isOfAbsence) && !isAny(conditions, isOfNull),
  };
}

const isAny = (conditions: readonly RuleMetadata[], isMeant: (condition: unknown) => boolean): boolean =>
  conditions.some(({ constraints }) => isMeant(constraints[0]));

/** Omits asynchronous constraints, like the library's synchronous validation. */
function planRule({ name: targetName }: DtoClass, metadata: RuleMetadata): RulePlan[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .filter(({ async }) => !async)
    .map(({ instance, name }) => ({
      metadata,
      type: name || metadata.type,
      constraint: instance,
      each: metadata.each,
      targetName,
    }));
}

function maxItemsOf(metadata: RuleMetadata[]): number {
  const limits = metadata
    .filter(({ name }) => name === 'arrayMaxSize')
    .map(({ constraints }) => Number(constraints[0]));
  return Math.min(Number.POSITIVE_INFINITY, ...limits);
}
