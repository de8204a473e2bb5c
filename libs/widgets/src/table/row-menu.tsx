import { IconButton, IconMore, Menu, type MenuItem } from '@homie/ui';

/** The actions on a row, in a menu at its end. */
export function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return (
    <Menu
      label={`Actions for ${name}`}
      items={items}
      trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={<IconMore />} />}
    />
  );
}
