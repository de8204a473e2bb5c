import type { PageSearch } from '@homie/api-client';
import { sortKeys } from '@homie/widgets';
import type { ListPlan } from '../lists/model/list-address';
import type { SectionScreen } from '../sections/section-screens';
import { DIALOGS, type ResourceRecord } from './resource';
import type { FilterOption, ResourceOptions } from './resource-options';
import { createResourceScreen } from './resource-screen';

function choicePlan({
  name,
  options: [first, ...others],
}: {
  name: string;
  options: readonly [FilterOption<string>, ...FilterOption<string>[]];
}): ListPlan<string>['filters'] {
  return { [name]: [first.value, ...others.map(({ value }) => value)] };
}

/** Makes the screen of a resource from its description. */
export function defineResource<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Input,
>(options: ResourceOptions<Row, Found, Search, Input>): SectionScreen {
  const { columns, filters, menu, order } = options;
  const plan: ListPlan<string> = {
    filters: {
      q: '',
      ...Object.assign({}, ...(filters.choices ?? []).map(choicePlan)),
    },
    sorts: [
      order.direction === 'descending' ? `-${order.by}` : order.by,
      ...sortKeys(columns).map(({ id }) => id),
    ],
  };
  const dialogs = [...new Set<string>([...DIALOGS, ...menu.map(({ dialog }) => dialog)])];
  return createResourceScreen(options, { plan, dialogs });
}
