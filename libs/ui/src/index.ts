/**
 * The design system: tokens of both themes, layout, controls, forms, overlays, feedback. Apps render with nothing else.
 */
export type { Elements } from './elements.ts';
export { UiProvider } from './theme/ui-provider.tsx';
export { useColorMode, type ColorModeControl } from './theme/use-color-mode.ts';
export type { ColorMode, ColorModeState, ResolvedColorMode } from './theme/color-mode.ts';
export { ThemeToggle } from './theme/theme-toggle.tsx';
export type { ColorToken } from './theme/tokens.ts';

export { Box, Span } from './layout/box.ts';
export { Center, Flex, Grid, Spacer } from './layout/flex.ts';
export { HStack, Stack, VStack } from './layout/stack.ts';
export { Container } from './layout/container.ts';
export { Separator } from './layout/separator.ts';
export { Code, Heading, Text } from './layout/text.ts';
export { List, ListItem } from './layout/list.ts';
export { VisuallyHidden } from './layout/visually-hidden.ts';
export { withName } from './layout/with-name.tsx';
export { SkipLink } from './layout/skip-link.tsx';
export { Card } from './layout/card.ts';
export { Page, type PageProps } from './layout/page.tsx';

export { Button, LinkButton, type ButtonProps } from './controls/button.tsx';
export { TextLink } from './controls/text-link.ts';
export { IconButton, type IconButtonProps } from './controls/icon-button.tsx';
export { Badge } from './controls/badge.ts';
export { Avatar, type AvatarProps } from './controls/avatar.tsx';
export { Input, Textarea } from './controls/input.ts';
export { Select, type SelectProps } from './controls/select.tsx';
export { Checkbox, Switch, type CheckboxProps } from './controls/checkbox.tsx';
export { SearchField, type SearchFieldProps } from './controls/search-field.tsx';
export {
  centerInRow,
  LinkTabs,
  useScrollToActiveTab,
  type LinkTab,
  type LinkTabProps,
  type LinkTabsProps,
} from './controls/link-tabs.tsx';

export { Form, type FormActions, type FormProps } from './forms/form.tsx';
export { Field, type FieldControl, type FieldProps } from './forms/field.tsx';
export { TextField, type TextFieldProps } from './forms/text-field.tsx';
export { CodeField } from './forms/code-field.tsx';
export { TextareaField, type TextareaFieldProps } from './forms/textarea-field.tsx';
export { SelectField, type SelectFieldProps } from './forms/select-field.tsx';
export { SwitchField, type SwitchFieldProps } from './forms/switch-field.tsx';
export { SubmitButton, type SubmitButtonProps } from './forms/submit-button.tsx';
export { useFormField, useFormValue, type FormField } from './forms/use-form-field.ts';
export { useFormStore } from './forms/form-context.ts';
export type { FormStore } from './forms/form-store.ts';
export type {
  FieldName,
  FormSchema,
  FormValues,
  SchemaInput,
  SchemaOutput,
} from './forms/standard-schema.ts';

export { Dialog, type DialogProps } from './overlays/dialog.tsx';
// From here: each chunk of a remote that imports `react-dom` has the code that finds the shared copy.
export { createPortal } from 'react-dom';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { Drawer, type DrawerProps } from './overlays/drawer.tsx';
export { listenForBack } from './overlays/use-back.ts';
export { Menu, type MenuProps } from './overlays/menu.tsx';
export type { MenuItem } from './overlays/menu-item.tsx';

export { toast, type ToastAction, type ToastText } from './feedback/toasts.ts';
export { Toaster } from './feedback/toaster.tsx';
export { announce } from './feedback/announcements.ts';
export { LiveRegion } from './feedback/live-region.tsx';
export { Spinner } from './feedback/spinner.tsx';
export { LoadingState, type LoadingStateProps } from './feedback/loading-state.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { ErrorState, type ErrorStateProps } from './feedback/error-state.tsx';
export { Skeleton, SkeletonRows, type SkeletonRowsProps } from './feedback/skeleton.tsx';

export { Logo } from './brand/logo.tsx';
export { LogoMark, type LogoMarkProps } from './brand/logo-mark.tsx';
export { icon, type IconProps } from './icons/icon.tsx';
export * from './icons/icons.ts';
export { isComposing } from './hooks/is-composing.ts';
export { whenIdle } from './hooks/when-idle.ts';
export { useIsLow, useIsMobile, useIsNarrow, useIsTouchOnly } from './hooks/use-media-query.ts';
