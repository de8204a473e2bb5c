/** Fields with a list of options to search. A separate entry: screens load it with the dialog that needs it. */
export { Combobox, UNMATCHED_TEXT, type ComboboxProps } from './combobox.tsx';
export { ComboboxField, type ComboboxFieldProps } from './combobox-field.tsx';
export { OptionList, type OptionListProps, type OptionText } from './option-list.tsx';
export { useOptions, type FoundOptions, type SearchOptions } from './use-options.ts';
