import { lazyAttachmentsApi, lazySourcesApi, useApi, useQuery } from '@homie/api-client';
import { LoadingState, type Elements } from '@homie/ui';
import { useCallback, type ReactNode } from 'react';
import { PdfOrText } from '../../pdf/pdf-or-text';

interface CitedPdfProps {
  versionId: string;
  /** Position of the cited passage. */
  passage: number;
  height: string;
  actions: Elements;
  /** Text of the document. */
  children: ReactNode;
}

/** The pages of a PDF at the cited passage, or its text. */
export function CitedPdf({ versionId, passage, ...rest }: CitedPdfProps) {
  const api = useApi();
  const getUrl = useCallback(
    async () => (await lazyAttachmentsApi()).linkDocument(api, versionId),
    [api, versionId],
  );
  const query = useQuery({
    queryKey: ['documents', versionId, passage, passage],
    queryFn: async () =>
      (await lazySourcesApi()).listPassages(api, versionId, { from: passage, to: passage }),
  });
  if (query.isPending) return <LoadingState label="Loading the pages..." />;
  const { place, content = '' } = query.data?.[0] ?? {};
  return (
    <PdfOrText
      getUrl={getUrl}
      cited={place?.page === undefined ? undefined : { page: place.page, text: content }}
      {...rest}
    />
  );
}
