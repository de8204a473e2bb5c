import { Button, IconChevronLeft, IconChevronRight, type ButtonProps } from '@homie/ui';

/** A button to the next or the previous page. */
export function StepButton({
  to,
  ...rest
}: { to: 'previous' | 'next' } & Pick<ButtonProps, 'disabled' | 'onClick'>) {
  return (
    <Button variant="outline" size="sm" {...rest}>
      {to === 'previous' && <IconChevronLeft size={16} />}
      <span>{to === 'previous' ? 'Previous' : 'Next'}</span>
      {to === 'next' && <IconChevronRight size={16} />}
    </Button>
  );
}
