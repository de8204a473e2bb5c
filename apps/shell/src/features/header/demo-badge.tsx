import { useEnvironment } from '@homie/composition';
import { Badge, Box } from '@homie/ui';
import { useEffect, useId, useState } from 'react';

/** The badge of the demo. Hover, focus and press show what it means; Escape and a press elsewhere hide it. */
export function DemoBadge() {
  const id = useId();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const closing = new AbortController();
    const { signal } = closing;
    const close = () => setOpen(false);
    document.addEventListener('pointerdown', close, { signal });
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') close();
      },
      { signal },
    );
    return () => closing.abort();
  }, [open]);

  return (
    <Box
      position="relative"
      display={{ base: 'none', sm: 'block' }}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      onPointerDown={(event) => event.nativeEvent.stopImmediatePropagation()}
    >
      <Box
        asChild
        display="inline-flex"
        alignItems="center"
        minHeight="10"
        borderRadius="md"
        cursor="help"
      >
        <button
          type="button"
          aria-describedby={id}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onClick={() => setOpen(true)}
        >
          <Badge tone="accent">Demo Mode</Badge>
        </button>
      </Box>
      <Box
        id={id}
        role="tooltip"
        hidden={!open}
        position="absolute"
        top="full"
        insetInlineStart="0"
        width="72"
        padding="3"
        borderRadius="md"
        borderWidth="1px"
        borderColor="border.subtle"
        bg="bg.surface"
        color="fg"
        boxShadow="float"
        fontSize="sm"
      >
        {useEnvironment().sentToProvider === 'conversations'
          ? 'This installation is for demonstrations. Replies are written by the AI provider that is connected.'
          : 'No AI model writes replies. They quote your files, your conversations and sample records word for word. An administrator can connect an AI provider on the server.'}
      </Box>
    </Box>
  );
}
