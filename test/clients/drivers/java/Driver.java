import java.io.File;
import java.util.Arrays;
import java.util.function.Predicate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Calls the service through the client of openapi-generator's java; see ../README.md. */
public class Driver {
  interface Ask<T> {
    T now() throws ApiException;
  }

  static <T> T until(Ask<T> ask, Predicate<T> hasEnded) throws Exception {
    for (int attempt = 0; attempt < 600; attempt++) {
      T answer = ask.now();
      if (hasEnded.test(answer)) return answer;
      Thread.sleep(200);
    }
    throw new IllegalStateException("It takes too long");
  }

  static String describe(Object change) {
    if (change instanceof TextChange) {
      return ((TextChange) change).getKind() + " " + ((TextChange) change).getDifferenceRating();
    }
    if (change instanceof GraphicChange) {
      return ((GraphicChange) change).getKind() + " " + ((GraphicChange) change).getDifferenceRating();
    }
    if (change instanceof ViewChange) {
      return ((ViewChange) change).getKind() + " " + ((ViewChange) change).getDifferenceRating();
    }
    if (change instanceof CloudChange) {
      return ((CloudChange) change).getKind() + " " + ((CloudChange) change).getDifferenceRating();
    }
    if (change instanceof ChangeGroup) {
      return ((ChangeGroup) change).getKind() + " " + ((ChangeGroup) change).getDifferenceRating();
    }
    return ((SheetChange) change).getKind() + " " + ((SheetChange) change).getDifferenceRating();
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("CDS_URL"));
    client.setBearerToken(System.getenv("CDS_TOKEN"));
    DocumentsApi documents = new DocumentsApi(client);
    DrawingComparisonsApi comparisons = new DrawingComparisonsApi(client);

    Project project = new ProjectsApi(client).createProject(new CreateProjectBody().name("java"), null);
    System.out.println("create project: " + project.getStatus());
    // Left to the service: the client would put the value of a list into a form with quotation marks round it.
    DocumentType drawing = null;
    DocumentListItem older = documents.uploadDocument(
        project.getId(), new File(args[0]), null, drawing, null, null, null, null, null, null);
    DocumentListItem newer = documents.uploadDocument(
        project.getId(), new File(args[1]), null, drawing, null, null, null, null, null, older.getId());
    System.out.println("upload: " + older.getFilename() + " " + newer.getFilename());
    StringBuilder read = new StringBuilder("wait:");
    for (String id : Arrays.asList(older.getId(), newer.getId())) {
      Document document = until(() -> documents.getDocument(id, null, null, null), each -> each.getTextStatus() != null);
      read.append(" ").append(document.getProcessingStatus()).append(" ").append(document.getSheets().get(0).getRevision());
    }
    System.out.println(read);
    ListDocumentsOutput page = documents.listDocuments(
        project.getId(), null, "DRAWING", null, 1, project.getCreatedAt().toString(), null, DocumentOrder.FILENAME,
        SortOrder.DESC, "PROCESSED", null, null, null, null, true, null);
    DocumentListItem first = page.getItems().get(0);
    System.out.println("list with filters: " + page.getTotal() + " " + first.getFilename() + " " + first.getDocumentType());
    CreateComparisonOutput created = comparisons.createComparison(
        new CreateComparisonBody().originalDocumentId(older.getId()).comparisonDocumentId(newer.getId()), null);
    DrawingComparison comparison = until(
        () -> comparisons.getComparison(created.getDrawingComparisonId(), null).getDrawingComparison(),
        each -> each.getStatus().getValue().matches("ready|failed"));
    System.out.println("compare: " + comparison.getStatus() + " " + comparison.getOriginalDrawingRevision() + " "
        + comparison.getComparisonDrawingRevision());
    StringBuilder items = new StringBuilder("read items:");
    for (DrawingComparisonItem each : comparison.getItems()) items.append(" ").append(describe(each.getActualInstance()));
    System.out.println(items);
    SearchOutput found = new SearchApi(client).search("A-101", project.getId(), null, null, null, null, null, null, null, null);
    SearchHit hit = found.getItems().get(0);
    System.out.println("search: " + found.getTotal() + " " + hit.getType() + " " + hit.getReference());
  }
}
