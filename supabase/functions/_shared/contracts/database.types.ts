export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      ai_assistant_profiles: {
        Row: {
          fallback: string | null;
          instructions: string;
          max_input_tokens: number | null;
          max_output_tokens: number | null;
          model: string | null;
          openai_assistant_id: string;
          provider: string;
          updated_at: string;
          vector_store_ids: string[];
          version: number;
        };
        ComputedFields: never;
        Insert: {
          fallback?: string | null;
          instructions?: string;
          max_input_tokens?: number | null;
          max_output_tokens?: number | null;
          model?: string | null;
          openai_assistant_id: string;
          provider?: string;
          updated_at?: string;
          vector_store_ids?: string[];
          version?: number;
        };
        Update: {
          fallback?: string | null;
          instructions?: string;
          max_input_tokens?: number | null;
          max_output_tokens?: number | null;
          model?: string | null;
          openai_assistant_id?: string;
          provider?: string;
          updated_at?: string;
          vector_store_ids?: string[];
          version?: number;
        };
        Relationships: [];
      };
      assistant_access: {
        Row: {
          assistant_id: string;
          can_edit: boolean;
          created_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          assistant_id: string;
          can_edit?: boolean;
          created_at?: string;
          user_id: string;
        };
        Update: {
          assistant_id?: string;
          can_edit?: boolean;
          created_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assistant_access_assistant_id_fkey';
            columns: ['assistant_id'];
            isOneToOne: false;
            referencedRelation: 'assistants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'assistant_access_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      assistant_role_access: {
        Row: {
          assistant_id: string;
          created_at: string;
          role_id: string;
        };
        ComputedFields: never;
        Insert: {
          assistant_id: string;
          created_at?: string;
          role_id: string;
        };
        Update: {
          assistant_id?: string;
          created_at?: string;
          role_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'assistant_role_access_assistant_id_fkey';
            columns: ['assistant_id'];
            isOneToOne: false;
            referencedRelation: 'assistants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'assistant_role_access_role_id_fkey';
            columns: ['role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['id'];
          },
        ];
      };
      assistants: {
        Row: {
          created_at: string;
          description: string;
          id: string;
          kind: string;
          label: string;
          label_order: string | null;
          monthly_token_budget: number | null;
          openai_assistant_id: string;
          participant_id: string | null;
          suggest_follow_ups: boolean;
          suggested_questions: string[];
          updated_at: string;
          use_org_domains: boolean;
          web_domains: string[];
          web_research_enabled: boolean;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string;
          id?: string;
          kind?: string;
          label: string;
          label_order?: never;
          monthly_token_budget?: number | null;
          openai_assistant_id: string;
          participant_id?: string | null;
          suggest_follow_ups?: boolean;
          suggested_questions?: string[];
          updated_at?: string;
          use_org_domains?: boolean;
          web_domains?: string[];
          web_research_enabled?: boolean;
        };
        Update: {
          created_at?: string;
          description?: string;
          id?: string;
          kind?: string;
          label?: string;
          label_order?: never;
          monthly_token_budget?: number | null;
          openai_assistant_id?: string;
          participant_id?: string | null;
          suggest_follow_ups?: boolean;
          suggested_questions?: string[];
          updated_at?: string;
          use_org_domains?: boolean;
          web_domains?: string[];
          web_research_enabled?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'assistants_participant_id_fkey';
            columns: ['participant_id'];
            isOneToOne: true;
            referencedRelation: 'participants';
            referencedColumns: ['id'];
          },
        ];
      };
      attachments: {
        Row: {
          conversation_id: string;
          created_at: string;
          id: string;
          message_id: string | null;
          mime: string;
          name: string;
          openai_file_id: string | null;
          scan_reason: string | null;
          scan_status: string;
          scanned_by: string | null;
          sha256: string;
          size: number;
          supabase_path: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          conversation_id: string;
          created_at?: string;
          id?: string;
          message_id?: string | null;
          mime: string;
          name: string;
          openai_file_id?: string | null;
          scan_reason?: string | null;
          scan_status?: string;
          scanned_by?: string | null;
          sha256: string;
          size: number;
          supabase_path: string;
          user_id: string;
        };
        Update: {
          conversation_id?: string;
          created_at?: string;
          id?: string;
          message_id?: string | null;
          mime?: string;
          name?: string;
          openai_file_id?: string | null;
          scan_reason?: string | null;
          scan_status?: string;
          scanned_by?: string | null;
          sha256?: string;
          size?: number;
          supabase_path?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'attachments_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversation_rows';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attachments_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attachments_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attachments_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      audit_logs: {
        Row: {
          action: string;
          assistant_id: string | null;
          assistant_kind: string | null;
          assistant_label: string | null;
          conversation_id: string | null;
          created_at: string;
          id: string;
          meta: NonNullable<Json>;
          participant_id: string | null;
          participant_name: string | null;
          target_user_email: string | null;
          target_user_id: string | null;
          updated_at: string;
          user_email: string | null;
          user_id: string | null;
          assistants: {
            created_at: string;
            description: string;
            id: string;
            kind: string;
            label: string;
            label_order: string | null;
            monthly_token_budget: number | null;
            openai_assistant_id: string;
            participant_id: string | null;
            suggest_follow_ups: boolean;
            suggested_questions: string[];
            updated_at: string;
            use_org_domains: boolean;
            web_domains: string[];
            web_research_enabled: boolean;
          } | null;
          users: {
            approved_at: string | null;
            created_at: string;
            display_name: string | null;
            email: string;
            id: string;
            is_waiting: boolean;
            last_sign_in_at: string | null;
            role_id: string;
            sort_name: string;
            updated_at: string;
          } | null;
        };
        ComputedFields: 'assistants' | 'users';
        Insert: {
          action: string;
          assistant_id?: string | null;
          assistant_kind?: string | null;
          assistant_label?: string | null;
          conversation_id?: string | null;
          created_at?: string;
          id?: string;
          meta?: NonNullable<Json>;
          participant_id?: string | null;
          participant_name?: string | null;
          target_user_email?: string | null;
          target_user_id?: string | null;
          updated_at?: string;
          user_email?: string | null;
          user_id?: string | null;
        };
        Update: {
          action?: string;
          assistant_id?: string | null;
          assistant_kind?: string | null;
          assistant_label?: string | null;
          conversation_id?: string | null;
          created_at?: string;
          id?: string;
          meta?: NonNullable<Json>;
          participant_id?: string | null;
          participant_name?: string | null;
          target_user_email?: string | null;
          target_user_id?: string | null;
          updated_at?: string;
          user_email?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      audit_views: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          query: NonNullable<Json>;
          shared: boolean;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          query: NonNullable<Json>;
          shared?: boolean;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          query?: NonNullable<Json>;
          shared?: boolean;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'audit_views_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      conversations: {
        Row: {
          archived: boolean;
          assistant_id: string;
          created_at: string;
          handover_id: string | null;
          head_id: string | null;
          id: string;
          pinned: boolean;
          title: string;
          title_settled: boolean;
          unread: boolean;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          archived?: boolean;
          assistant_id: string;
          created_at?: string;
          handover_id?: string | null;
          head_id?: string | null;
          id?: string;
          pinned?: boolean;
          title: string;
          title_settled?: boolean;
          unread?: boolean;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          archived?: boolean;
          assistant_id?: string;
          created_at?: string;
          handover_id?: string | null;
          head_id?: string | null;
          id?: string;
          pinned?: boolean;
          title?: string;
          title_settled?: boolean;
          unread?: boolean;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'conversations_assistant_id_fkey';
            columns: ['assistant_id'];
            isOneToOne: false;
            referencedRelation: 'assistants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversations_handover_id_fkey';
            columns: ['handover_id'];
            isOneToOne: false;
            referencedRelation: 'handovers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversations_head_in_same_conversation';
            columns: ['id', 'head_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['conversation_id', 'id'];
          },
          {
            foreignKeyName: 'conversations_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      document_chunks: {
        Row: {
          content: string;
          context: string;
          place: Json | null;
          position: number;
          scope_id: string | null;
          search: unknown;
          version_id: string;
        };
        ComputedFields: never;
        Insert: {
          content: string;
          context: string;
          place?: Json | null;
          position: number;
          scope_id?: string | null;
          search?: never;
          version_id: string;
        };
        Update: {
          content?: string;
          context?: string;
          place?: Json | null;
          position?: number;
          scope_id?: string | null;
          search?: never;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'document_chunks_version_id_fkey';
            columns: ['version_id'];
            isOneToOne: false;
            referencedRelation: 'document_versions';
            referencedColumns: ['id'];
          },
        ];
      };
      document_versions: {
        Row: {
          attempts: number;
          chunk_count: number;
          claim_id: string | null;
          claimed_until: string | null;
          created_at: string;
          created_by: string | null;
          document_id: string;
          embedded_model: string | null;
          id: string;
          mime: string | null;
          name: string | null;
          note: string | null;
          number: number;
          problem: string | null;
          progress: number;
          ready_at: string | null;
          remarks: NonNullable<Json>;
          scanned_by: string | null;
          sha256: string | null;
          size: number | null;
          status: string;
          supabase_path: string | null;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          chunk_count?: number;
          claim_id?: string | null;
          claimed_until?: string | null;
          created_at?: string;
          created_by?: string | null;
          document_id: string;
          embedded_model?: string | null;
          id?: string;
          mime?: string | null;
          name?: string | null;
          note?: string | null;
          number: number;
          problem?: string | null;
          progress?: number;
          ready_at?: string | null;
          remarks?: NonNullable<Json>;
          scanned_by?: string | null;
          sha256?: string | null;
          size?: number | null;
          status?: string;
          supabase_path?: string | null;
        };
        Update: {
          attempts?: number;
          chunk_count?: number;
          claim_id?: string | null;
          claimed_until?: string | null;
          created_at?: string;
          created_by?: string | null;
          document_id?: string;
          embedded_model?: string | null;
          id?: string;
          mime?: string | null;
          name?: string | null;
          note?: string | null;
          number?: number;
          problem?: string | null;
          progress?: number;
          ready_at?: string | null;
          remarks?: NonNullable<Json>;
          scanned_by?: string | null;
          sha256?: string | null;
          size?: number | null;
          status?: string;
          supabase_path?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'document_versions_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'document_versions_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
        ];
      };
      documents: {
        Row: {
          archived: boolean;
          assistant_id: string | null;
          created_at: string;
          id: string;
          owner_id: string | null;
          participant_id: string | null;
          review_on: string | null;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          archived?: boolean;
          assistant_id?: string | null;
          created_at?: string;
          id?: string;
          owner_id?: string | null;
          participant_id?: string | null;
          review_on?: string | null;
          title: string;
          updated_at?: string;
        };
        Update: {
          archived?: boolean;
          assistant_id?: string | null;
          created_at?: string;
          id?: string;
          owner_id?: string | null;
          participant_id?: string | null;
          review_on?: string | null;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'documents_assistant_id_fkey';
            columns: ['assistant_id'];
            isOneToOne: false;
            referencedRelation: 'assistants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_participant_id_fkey';
            columns: ['participant_id'];
            isOneToOne: false;
            referencedRelation: 'participants';
            referencedColumns: ['id'];
          },
        ];
      };
      handovers: {
        Row: {
          assistant_id: string;
          conversation_id: string;
          created_at: string;
          file_paths: string[];
          id: string;
          mailed_at: string | null;
          messages: NonNullable<Json>;
          note: string | null;
          opened_at: string | null;
          owner_email: string;
          owner_id: string;
          owner_name: string;
          recipient_email: string;
          recipient_id: string;
          recipient_name: string;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          assistant_id: string;
          conversation_id: string;
          created_at?: string;
          file_paths?: string[];
          id?: string;
          mailed_at?: string | null;
          messages: NonNullable<Json>;
          note?: string | null;
          opened_at?: string | null;
          owner_email: string;
          owner_id: string;
          owner_name: string;
          recipient_email: string;
          recipient_id: string;
          recipient_name: string;
          title: string;
        };
        Update: {
          assistant_id?: string;
          conversation_id?: string;
          created_at?: string;
          file_paths?: string[];
          id?: string;
          mailed_at?: string | null;
          messages?: NonNullable<Json>;
          note?: string | null;
          opened_at?: string | null;
          owner_email?: string;
          owner_id?: string;
          owner_name?: string;
          recipient_email?: string;
          recipient_id?: string;
          recipient_name?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'handovers_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversation_rows';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'handovers_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'handovers_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'handovers_recipient_id_fkey';
            columns: ['recipient_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      instruction_versions: {
        Row: {
          created_at: string;
          created_by: string | null;
          instructions: string;
          number: number;
          openai_assistant_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          instructions: string;
          number: number;
          openai_assistant_id: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          instructions?: string;
          number?: number;
          openai_assistant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'instruction_versions_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'instruction_versions_openai_assistant_id_fkey';
            columns: ['openai_assistant_id'];
            isOneToOne: false;
            referencedRelation: 'ai_assistant_profiles';
            referencedColumns: ['openai_assistant_id'];
          },
        ];
      };
      messages: {
        Row: {
          citations: NonNullable<Json>;
          content: string;
          conversation_id: string;
          created_at: string;
          files: NonNullable<Json>;
          id: string;
          notes: NonNullable<Json>;
          openai_message_id: string | null;
          parent_id: string | null;
          role: string;
          superseded: boolean;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          citations?: NonNullable<Json>;
          content?: string;
          conversation_id: string;
          created_at?: string;
          files?: NonNullable<Json>;
          id?: string;
          notes?: NonNullable<Json>;
          openai_message_id?: string | null;
          parent_id?: string | null;
          role: string;
          superseded?: boolean;
          user_id: string;
        };
        Update: {
          citations?: NonNullable<Json>;
          content?: string;
          conversation_id?: string;
          created_at?: string;
          files?: NonNullable<Json>;
          id?: string;
          notes?: NonNullable<Json>;
          openai_message_id?: string | null;
          parent_id?: string | null;
          role?: string;
          superseded?: boolean;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'messages_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversation_rows';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'messages_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'messages_parent_in_same_conversation';
            columns: ['conversation_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['conversation_id', 'id'];
          },
        ];
      };
      participant_assignments: {
        Row: {
          created_at: string;
          participant_id: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          participant_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          participant_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'participant_assignments_participant_id_fkey';
            columns: ['participant_id'];
            isOneToOne: false;
            referencedRelation: 'participants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'participant_assignments_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      participants: {
        Row: {
          created_at: string;
          display_name: string;
          id: string;
          status: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          display_name: string;
          id?: string;
          status?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          display_name?: string;
          id?: string;
          status?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      remote_loads: {
        Row: {
          count: number;
          day: string;
          durations: number[];
          environment: string;
          milliseconds: number;
          outcome: string;
          remote: string;
          source: string;
          version: string;
        };
        ComputedFields: never;
        Insert: {
          count?: number;
          day: string;
          durations?: number[];
          environment: string;
          milliseconds?: number;
          outcome: string;
          remote: string;
          source: string;
          version: string;
        };
        Update: {
          count?: number;
          day?: string;
          durations?: number[];
          environment?: string;
          milliseconds?: number;
          outcome?: string;
          remote?: string;
          source?: string;
          version?: string;
        };
        Relationships: [];
      };
      reply_feedback: {
        Row: {
          assistant_id: string;
          comment: string;
          conversation_id: string;
          created_at: string;
          id: string;
          message_id: string;
          rating: string;
          reason: string | null;
          reviewed_at: string | null;
          reviewed_by: string | null;
          shared: boolean;
          turn_id: string | null;
          updated_at: string;
          urgent: boolean;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          assistant_id: string;
          comment?: string;
          conversation_id: string;
          created_at?: string;
          id?: string;
          message_id: string;
          rating: string;
          reason?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          shared?: boolean;
          turn_id?: string | null;
          updated_at?: string;
          urgent?: never;
          user_id?: string;
        };
        Update: {
          assistant_id?: string;
          comment?: string;
          conversation_id?: string;
          created_at?: string;
          id?: string;
          message_id?: string;
          rating?: string;
          reason?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          shared?: boolean;
          turn_id?: string | null;
          updated_at?: string;
          urgent?: never;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'reply_feedback_assistant_id_fkey';
            columns: ['assistant_id'];
            isOneToOne: false;
            referencedRelation: 'assistants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reply_feedback_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversation_rows';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reply_feedback_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reply_feedback_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reply_feedback_reviewed_by_fkey';
            columns: ['reviewed_by'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reply_feedback_turn_id_fkey';
            columns: ['turn_id'];
            isOneToOne: false;
            referencedRelation: 'turns';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'reply_feedback_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
        ];
      };
      roles: {
        Row: {
          id: string;
          name: string;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          name: string;
        };
        Update: {
          id?: string;
          name?: string;
        };
        Relationships: [];
      };
      synonyms: {
        Row: {
          also: string;
          also_stems: string[];
          id: string;
          updated_at: string;
          word_stems: string[];
          words: string;
        };
        ComputedFields: never;
        Insert: {
          also: string;
          also_stems?: never;
          id?: string;
          updated_at?: string;
          word_stems?: never;
          words: string;
        };
        Update: {
          also?: string;
          also_stems?: never;
          id?: string;
          updated_at?: string;
          word_stems?: never;
          words?: string;
        };
        Relationships: [];
      };
      turn_events: {
        Row: {
          created_at: string;
          data: NonNullable<Json>;
          event: string;
          seq: number;
          turn_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          data?: NonNullable<Json>;
          event: string;
          seq: number;
          turn_id: string;
        };
        Update: {
          created_at?: string;
          data?: NonNullable<Json>;
          event?: string;
          seq?: number;
          turn_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'turn_events_turn_id_fkey';
            columns: ['turn_id'];
            isOneToOne: false;
            referencedRelation: 'turns';
            referencedColumns: ['id'];
          },
        ];
      };
      turns: {
        Row: {
          assistant_message_id: string | null;
          citations: NonNullable<Json>;
          continues_turn_id: string | null;
          conversation_id: string;
          created_at: string;
          deployment: string | null;
          ended_at: string | null;
          error_code: string | null;
          error_message: string | null;
          folded: boolean;
          heartbeat_at: string;
          id: string;
          idempotency_key: string;
          last_seq: number;
          model: string | null;
          notes: NonNullable<Json>;
          openai_message_id: string | null;
          provider: string | null;
          region: string | null;
          request_characters: number | null;
          run_id: string | null;
          status: string;
          stop_requested: boolean;
          text: string;
          usage: Json | null;
          user_id: string;
          user_message_id: string;
          warned: boolean;
          writer_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          assistant_message_id?: string | null;
          citations?: NonNullable<Json>;
          continues_turn_id?: string | null;
          conversation_id: string;
          created_at?: string;
          deployment?: string | null;
          ended_at?: string | null;
          error_code?: string | null;
          error_message?: string | null;
          folded?: boolean;
          heartbeat_at?: string;
          id?: string;
          idempotency_key: string;
          last_seq?: number;
          model?: string | null;
          notes?: NonNullable<Json>;
          openai_message_id?: string | null;
          provider?: string | null;
          region?: string | null;
          request_characters?: number | null;
          run_id?: string | null;
          status?: string;
          stop_requested?: boolean;
          text?: string;
          usage?: Json | null;
          user_id: string;
          user_message_id: string;
          warned?: boolean;
          writer_id?: string | null;
        };
        Update: {
          assistant_message_id?: string | null;
          citations?: NonNullable<Json>;
          continues_turn_id?: string | null;
          conversation_id?: string;
          created_at?: string;
          deployment?: string | null;
          ended_at?: string | null;
          error_code?: string | null;
          error_message?: string | null;
          folded?: boolean;
          heartbeat_at?: string;
          id?: string;
          idempotency_key?: string;
          last_seq?: number;
          model?: string | null;
          notes?: NonNullable<Json>;
          openai_message_id?: string | null;
          provider?: string | null;
          region?: string | null;
          request_characters?: number | null;
          run_id?: string | null;
          status?: string;
          stop_requested?: boolean;
          text?: string;
          usage?: Json | null;
          user_id?: string;
          user_message_id?: string;
          warned?: boolean;
          writer_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'turns_assistant_message_id_fkey';
            columns: ['assistant_message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'turns_continues_turn_id_fkey';
            columns: ['continues_turn_id'];
            isOneToOne: false;
            referencedRelation: 'turns';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'turns_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversation_rows';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'turns_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'turns_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'turns_user_message_id_fkey';
            columns: ['user_message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
        ];
      };
      users: {
        Row: {
          approved_at: string | null;
          created_at: string;
          display_name: string | null;
          email: string;
          id: string;
          is_waiting: boolean;
          last_sign_in_at: string | null;
          role_id: string;
          sort_name: string;
          updated_at: string;
          account_state: string | null;
          invited_role: string | null;
        };
        ComputedFields: 'account_state' | 'invited_role';
        Insert: {
          approved_at?: string | null;
          created_at?: string;
          display_name?: string | null;
          email: string;
          id: string;
          is_waiting?: never;
          last_sign_in_at?: string | null;
          role_id: string;
          sort_name?: never;
          updated_at?: string;
        };
        Update: {
          approved_at?: string | null;
          created_at?: string;
          display_name?: string | null;
          email?: string;
          id?: string;
          is_waiting?: never;
          last_sign_in_at?: string | null;
          role_id?: string;
          sort_name?: never;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'users_role_id_fkey';
            columns: ['role_id'];
            isOneToOne: false;
            referencedRelation: 'roles';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      conversation_rows: {
        Row: {
          archived: boolean;
          assistant_id: string;
          assistants: Json | null;
          handover_id: string | null;
          id: string;
          pinned: boolean;
          running: boolean | null;
          title: string;
          unread: boolean;
          updated_at: string;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'conversations_assistant_id_fkey';
            columns: ['assistant_id'];
            isOneToOne: false;
            referencedRelation: 'assistants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversations_handover_id_fkey';
            columns: ['handover_id'];
            isOneToOne: false;
            referencedRelation: 'handovers';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: {
      account_state: {
        Args: { '': Database['public']['Tables']['users']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.account_state with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      add_attachment: {
        Args: {
          conversation_id: string;
          mime: string;
          name: string;
          sha256: string;
          size: number;
          supabase_path: string;
          uploads_per_minute?: number;
          user_id: string;
        };
        Returns: Json;
      };
      add_document_version: {
        Args: {
          assistant_id: string;
          document_id: string;
          mime?: string;
          name?: string;
          note?: string;
          participant_id: string;
          sha256?: string;
          size?: number;
          supabase_path?: string;
          title: string;
          user_id: string;
        };
        Returns: Json;
      };
      append_turns_events: { Args: { appends: Json }; Returns: Json };
      approve_user: {
        Args: { participant_ids?: string[]; role_name: string; user_id: string };
        Returns: undefined;
      };
      assistants: {
        Args: { '': Database['public']['Tables']['audit_logs']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.assistants with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
        SetofOptions: {
          from: 'audit_logs';
          to: 'assistants';
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      assistants_near_budget: { Args: Record<PropertyKey, never>; Returns: Json };
      assistants_without_access: {
        Args: { q?: string };
        Returns: {
          created_at: string;
          description: string;
          id: string;
          kind: string;
          label: string;
          label_order: string | null;
          monthly_token_budget: number | null;
          openai_assistant_id: string;
          participant_id: string | null;
          suggest_follow_ups: boolean;
          suggested_questions: string[];
          updated_at: string;
          use_org_domains: boolean;
          web_domains: string[];
          web_research_enabled: boolean;
        }[];
        SetofOptions: {
          from: '*';
          to: 'assistants';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      audit_chain_range: { Args: { ends?: string; starts?: string }; Returns: Json };
      audit_digests: { Args: { after_seq: number; up_to: number }; Returns: string };
      audit_neighbours: { Args: { entry_id: string; filter?: Json }; Returns: Json };
      audit_position: { Args: { at_seq?: number }; Returns: Json };
      begin_audit_export: {
        Args: { exports_per_hour: number; filter: Json; format: string; user_id: string };
        Returns: Json;
      };
      begin_audit_verification: { Args: { user_id: string }; Returns: Json };
      can_edit_documents: { Args: Record<PropertyKey, never>; Returns: boolean };
      cancel_email_change: { Args: Record<PropertyKey, never>; Returns: boolean };
      change_grants: {
        Args: { assistant_ids: string[]; granted: boolean; preview?: boolean; user_ids: string[] };
        Returns: Json;
      };
      change_workers: {
        Args: {
          assigned: boolean;
          participant_id: string;
          preview?: boolean;
          user_ids: string[];
          with_access?: boolean;
        };
        Returns: Json;
      };
      check_import: { Args: { emails: string[]; names: string[] }; Returns: Json };
      check_upload: {
        Args: { conversation_id: string; uploads_per_minute?: number; user_id: string };
        Returns: Json;
      };
      choose_branch: {
        Args: { conversation_id: string; message_id: string; user_id: string };
        Returns: Json;
      };
      claim_chunks_to_embed: {
        Args: { claim_id: string; claimed_for?: string; model: string; row_limit?: number };
        Returns: Json;
      };
      claim_document_version: {
        Args: { at_once?: number; claim_id: string; claimed_for?: string };
        Returns: Json;
      };
      claim_removed_files: { Args: { claimed_for?: string; most?: number }; Returns: Json };
      claim_removed_provider_files: {
        Args: { account: string; claimed_for?: string; most?: number };
        Returns: Json;
      };
      conversation_versions: { Args: { user_ids: string[] }; Returns: Json };
      count_audit_entries: { Args: { edges: string[]; filter: Json }; Returns: number[] };
      count_recovery_codes: { Args: Record<PropertyKey, never>; Returns: number };
      create_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      database_health: { Args: Record<PropertyKey, never>; Returns: Json };
      deactivate_user: { Args: { user_id: string }; Returns: undefined };
      delete_user: { Args: { user_id: string }; Returns: undefined };
      deletion_effect: { Args: { kind: string; record_id: string }; Returns: Json };
      end_other_sessions: { Args: Record<PropertyKey, never>; Returns: number };
      end_own_session: { Args: { id: string }; Returns: number };
      end_user_sessions: {
        Args: { reason: string; session_id?: string; user_id: string };
        Returns: number;
      };
      fail_document_version: {
        Args: {
          claim_id: string;
          is_withdrawn?: boolean;
          problem: string;
          scanned_by?: string;
          version_id: string;
        };
        Returns: boolean;
      };
      feedback_trends: { Args: { week_count?: number }; Returns: Json };
      find_documents: {
        Args: { q: string };
        Returns: {
          archived: boolean;
          assistant_id: string | null;
          created_at: string;
          id: string;
          owner_id: string | null;
          participant_id: string | null;
          review_on: string | null;
          title: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'documents';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      find_empty_conversation: { Args: { with_assistant: string }; Returns: string };
      find_provider_file: {
        Args: { account: string; good_for?: string; supabase_path: string };
        Returns: string;
      };
      find_synonyms: {
        Args: { q: string };
        Returns: {
          also: string;
          also_stems: string[];
          id: string;
          updated_at: string;
          word_stems: string[];
          words: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'synonyms';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      finish_document_version: {
        Args: {
          chunks: Json;
          claim_id: string;
          remarks: Json;
          scanned_by?: string;
          version_id: string;
        };
        Returns: boolean;
      };
      finish_turn: {
        Args: {
          error_code?: string;
          error_message?: string;
          retryable?: boolean;
          status: string;
          turn_id: string;
          usage?: Json;
        };
        Returns: Json;
      };
      fold_turn_events: { Args: { at_most?: number; ended_for?: string }; Returns: number };
      forget_provider_file: { Args: { account: string; file_id: string }; Returns: undefined };
      forget_removed_files: { Args: { paths: string[] }; Returns: undefined };
      hand_over: {
        Args: { conversation_id: string; note?: string; recipient_id: string };
        Returns: string;
      };
      interrupt_stale_turns: { Args: { stale_after?: string; turn_id?: string }; Returns: number };
      invite_user: {
        Args: {
          display_name?: string;
          email: string;
          import_id?: string;
          participant_ids?: string[];
          role_name: string;
        };
        Returns: string;
      };
      invited_role: {
        Args: { '': Database['public']['Tables']['users']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.invited_role with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_administrator: { Args: { user_id: string }; Returns: boolean };
      keep_provider_file: {
        Args: {
          account: string;
          expires_at: string;
          file_id: string;
          good_for?: string;
          supabase_path: string;
        };
        Returns: string;
      };
      lift_audit_hold: { Args: { hold_id: string }; Returns: Json };
      list_audit_holds: { Args: Record<PropertyKey, never>; Returns: Json };
      list_conversations: {
        Args: {
          after_id?: string;
          after_moment?: number;
          after_pinned?: boolean;
          archived?: boolean;
          assistant_id?: string;
          row_limit?: number;
        };
        Returns: Json;
      };
      list_documents: {
        Args: {
          assistant_id: string;
          page?: number;
          page_size?: number;
          participant_id: string;
          q?: string;
        };
        Returns: Json;
      };
      list_feedback: {
        Args: {
          assistant_id?: string;
          first_row?: number;
          q?: string;
          reason?: string;
          row_limit?: number;
          state?: string;
        };
        Returns: Json;
      };
      list_handover_recipients: { Args: { conversation_id: string; q?: string }; Returns: Json };
      list_own_sessions: { Args: Record<PropertyKey, never>; Returns: Json };
      list_user_factors: { Args: { user_id: string }; Returns: Json };
      list_user_sessions: { Args: { user_id: string }; Returns: Json };
      mail_health: { Args: Record<PropertyKey, never>; Returns: Json };
      matches_in_conversation: { Args: { conversation_id: string; query: string }; Returns: Json };
      next_outdated_scan: { Args: { after_path?: string; scanner: string }; Returns: Json };
      offboard_user: { Args: { new_owner_id?: string; user_id: string }; Returns: undefined };
      offboarding_effect: { Args: { user_id: string }; Returns: Json };
      open_document: { Args: { version_id: string }; Returns: Json };
      open_handover: { Args: { handover_id: string }; Returns: Json };
      own_email_manager: { Args: Record<PropertyKey, never>; Returns: string };
      own_state: { Args: Record<PropertyKey, never>; Returns: string };
      participant_options: {
        Args: { assistant_id?: string; q?: string; row_limit?: number };
        Returns: {
          display_name: string;
          id: string;
        }[];
      };
      purge_audit: { Args: { row_limit?: number }; Returns: Json };
      query_audit_logs: { Args: { filter?: Json }; Returns: Json };
      rank_texts: {
        Args: { assistant_id: string; question: string; row_limit?: number; texts: Json };
        Returns: Json;
      };
      reactivate_user: { Args: { user_id: string }; Returns: undefined };
      read_audit_export: {
        Args: { after_id?: string; after_moment?: number; export_id: string; row_limit?: number };
        Returns: Json;
      };
      read_audit_retention: { Args: Record<PropertyKey, never>; Returns: number };
      read_conversation: { Args: { conversation_id: string }; Returns: Json };
      read_conversation_changes: { Args: { after?: number }; Returns: Json };
      read_documents_again: { Args: { document_id?: string }; Returns: number };
      read_grants: { Args: { assistant_id: string }; Returns: Json };
      read_history: {
        Args: {
          after_id?: string;
          after_moment?: number;
          kind: string;
          record_id: string;
          row_limit?: number;
        };
        Returns: Json;
      };
      read_overview: { Args: Record<PropertyKey, never>; Returns: Json };
      read_path: {
        Args: { before?: string; conversation_id: string; page_size?: number; until?: string };
        Returns: Json;
      };
      read_shared_reply: { Args: { feedback_id: string }; Returns: Json };
      read_turn: {
        Args: { after_seq: number; stale_after?: string; turn_id: string };
        Returns: Json;
      };
      read_turn_request: {
        Args: {
          conversation_id: string;
          max_characters?: number;
          message_id: string;
          page_size: number;
        };
        Returns: Json;
      };
      read_usage: { Args: { days: number; grouping_by: string }; Returns: Json };
      record_audit: {
        Args: {
          action: string;
          assistant_id?: string;
          conversation_id?: string;
          meta?: Json;
          user_id: string;
        };
        Returns: string;
      };
      record_document_scan: {
        Args: { problem?: string; scanned_by: string; sha256: string; supabase_path: string };
        Returns: undefined;
      };
      record_file_open: { Args: { attachment_id: string }; Returns: undefined };
      record_invitation_sent: { Args: { email: string }; Returns: undefined };
      record_repeated_denials: { Args: Record<PropertyKey, never>; Returns: undefined };
      record_scan: {
        Args: {
          reason?: string;
          scanned_by?: string;
          sha256: string;
          status: string;
          supabase_path: string;
        };
        Returns: string;
      };
      redeem_recovery_code: { Args: { code: string }; Returns: string };
      release_document_claims: { Args: Record<PropertyKey, never>; Returns: number };
      remote_health: { Args: { days?: number }; Returns: Json };
      remove_attachment: {
        Args: { conversation_id: string; supabase_path: string; user_id: string };
        Returns: Json;
      };
      rename_user: { Args: { display_name: string; user_id: string }; Returns: undefined };
      renew_invitation: { Args: { user_id: string }; Returns: string };
      report_document_progress: {
        Args: { claim_id: string; claimed_for?: string; progress: number; version_id: string };
        Returns: boolean;
      };
      report_remote_loads: { Args: { loads: Json }; Returns: undefined };
      request_follow_ups: {
        Args: { conversation_id: string; message_id: string; user_id: string };
        Returns: Json;
      };
      request_reset: { Args: { user_id: string }; Returns: string };
      request_turn_stop: {
        Args: { conversation_id: string; turn_id: string; user_id: string };
        Returns: Json;
      };
      reset_factors: { Args: { reason: string; user_id: string }; Returns: number };
      review_feedback: {
        Args: { feedback_id: string; reviewed: boolean; version: string };
        Returns: undefined;
      };
      revoke_invitation: { Args: { user_id: string }; Returns: undefined };
      save_assistant_model: {
        Args: {
          assistant_id: string;
          fallback?: string;
          instructions: string;
          max_input_tokens?: number;
          max_output_tokens: number;
          model: string;
          provider: string;
          read_version?: number;
          user_id: string;
          vector_store_ids: string[];
        };
        Returns: Json;
      };
      save_feedback: {
        Args: {
          comment: string;
          conversation_id: string;
          message_id: string;
          rating: string;
          reason: string;
          shared: boolean;
        };
        Returns: boolean;
      };
      search_assistants: {
        Args: { q: string };
        Returns: {
          created_at: string;
          description: string;
          id: string;
          kind: string;
          label: string;
          label_order: string | null;
          monthly_token_budget: number | null;
          openai_assistant_id: string;
          participant_id: string | null;
          suggest_follow_ups: boolean;
          suggested_questions: string[];
          updated_at: string;
          use_org_domains: boolean;
          web_domains: string[];
          web_research_enabled: boolean;
        }[];
        SetofOptions: {
          from: '*';
          to: 'assistants';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      search_conversations: { Args: { query: string; row_limit?: number }; Returns: Json };
      search_documents: {
        Args: {
          assistant_id: string;
          embedding?: number[];
          model?: string;
          question: string;
          row_limit?: number;
        };
        Returns: Json;
      };
      search_participants: {
        Args: { q: string };
        Returns: {
          created_at: string;
          display_name: string;
          id: string;
          status: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'participants';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      search_users: {
        Args: { q: string };
        Returns: {
          approved_at: string | null;
          created_at: string;
          display_name: string | null;
          email: string;
          id: string;
          is_waiting: boolean;
          last_sign_in_at: string | null;
          role_id: string;
          sort_name: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'users';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      set_assistant_model: {
        Args: {
          assistant_id: string;
          fallback?: string;
          instructions: string;
          max_input_tokens?: number;
          max_output_tokens: number;
          model: string;
          provider: string;
          user_id: string;
          vector_store_ids: string[];
        };
        Returns: Json;
      };
      set_audit_hold: { Args: { kind: string; reason: string; subject_id: string }; Returns: Json };
      set_embedding_model: { Args: { model: string }; Returns: undefined };
      set_time_zone: { Args: { time_zone: string }; Returns: undefined };
      start_trial: {
        Args: {
          assistant_id: string;
          daily_replies?: Json;
          sends_per_minute?: number;
          user_id: string;
        };
        Returns: Json;
      };
      start_turn: {
        Args: {
          attachment_paths: string[];
          content: string;
          continues?: string;
          conversation_id: string;
          daily_replies?: Json;
          idempotency_key: string;
          provider: string;
          replaces?: string;
          reply_to?: string;
          research?: boolean;
          sends_per_minute?: number;
          stale_after?: string;
          title?: string;
          user_id: string;
          writer_id: string;
        };
        Returns: Json;
      };
      store_embeddings: { Args: { claim_id: string; embeddings: Json }; Returns: undefined };
      store_follow_ups: {
        Args: { message_id: string; questions: string[]; turn_id: string; usage: Json };
        Returns: undefined;
      };
      stored_bytes: { Args: Record<PropertyKey, never>; Returns: number };
      sum_up_audit_export: {
        Args: { export_id: string; row_cap: number; user_id: string };
        Returns: Json;
      };
      sweep_empty_conversations: { Args: { empty_for?: string }; Returns: number };
      sweep_files: { Args: { orphaned_for?: string; unsent_for?: string }; Returns: number };
      undo_import: { Args: { import_id: string }; Returns: number };
      undo_participant_import: { Args: { participant_ids: string[] }; Returns: number };
      user_access: {
        Args: {
          page?: number;
          page_size?: number;
          q?: string;
          usable_only?: boolean;
          user_id: string;
        };
        Returns: Json;
      };
      user_deletion_effect: { Args: { user_id: string }; Returns: Json };
      user_participants: {
        Args: { page?: number; page_size?: number; q?: string; user_id: string };
        Returns: Json;
      };
      users: {
        Args: { '': Database['public']['Tables']['audit_logs']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.users with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
        SetofOptions: {
          from: 'audit_logs';
          to: 'users';
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      users_in_state: {
        Args: { q?: string; state: string };
        Returns: {
          approved_at: string | null;
          created_at: string;
          display_name: string | null;
          email: string;
          id: string;
          is_waiting: boolean;
          last_sign_in_at: string | null;
          role_id: string;
          sort_name: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'users';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      users_without_access: {
        Args: { q?: string };
        Returns: {
          approved_at: string | null;
          created_at: string;
          display_name: string | null;
          email: string;
          id: string;
          is_waiting: boolean;
          last_sign_in_at: string | null;
          role_id: string;
          sort_name: string;
          updated_at: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'users';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      verify_audit_chain: { Args: { after_seq: number; row_limit?: number }; Returns: Json };
      verify_audit_entries: { Args: { after_id?: string; row_limit?: number }; Returns: Json };
      who_can_see: {
        Args: { kind: string; page?: number; page_size?: number; q?: string; record_id: string };
        Returns: Json;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
