// Calls the service through the client of oapi-codegen; see ../README.md.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"clients/client"
)

func must[T any](answer T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

// found answers the body that was described for a success; any other answer ends the run.
func found[T any](body *T, response *http.Response) *T {
	if body == nil {
		log.Fatal(response.Request.URL, " ", response.Status)
	}
	return body
}

func until[T any](ask func() T, hasEnded func(T) bool) T {
	for attempt := 0; attempt < 600; attempt++ {
		if answer := ask(); hasEnded(answer) {
			return answer
		}
		time.Sleep(200 * time.Millisecond)
	}
	log.Fatal("It takes too long")
	panic("unreachable")
}

func main() {
	ctx := context.Background()
	authorized := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("CDS_TOKEN"))
		return nil
	})
	api := must(client.NewClientWithResponses(os.Getenv("CDS_URL"), authorized))

	made := must(api.CreateProjectWithResponse(ctx, nil, client.CreateProjectBody{Name: "oapi-codegen"}))
	project := found(made.JSON201, made.HTTPResponse)
	fmt.Println("create project:", project.Status)
	upload := func(path string, fields map[string]string) *client.DocumentListItem {
		body := &bytes.Buffer{}
		form := multipart.NewWriter(body)
		fields["project_id"] = project.Id
		fields["document_type"] = string(client.DRAWING)
		for name, value := range fields {
			form.WriteField(name, value)
		}
		must(must(form.CreateFormFile("file", filepath.Base(path))).Write(must(os.ReadFile(path))))
		form.Close()
		answer := must(api.UploadDocumentWithBodyWithResponse(ctx, nil, form.FormDataContentType(), body))
		return found(answer.JSON201, answer.HTTPResponse)
	}
	older := upload(os.Args[1], map[string]string{})
	newer := upload(os.Args[2], map[string]string{"revision_of": older.Id})
	fmt.Println("upload:", older.Filename, newer.Filename)
	read := []string{}
	for _, id := range []string{older.Id, newer.Id} {
		document := until(
			func() *client.Document {
				answer := must(api.GetDocumentWithResponse(ctx, id, nil))
				return found(answer.JSON200, answer.HTTPResponse)
			},
			func(each *client.Document) bool { return each.TextStatus != nil },
		)
		read = append(read, fmt.Sprint(document.ProcessingStatus, " ", *document.Sheets[0].Revision))
	}
	fmt.Println("wait:", strings.Join(read, " "))
	drawing, processed, one, compact := "DRAWING", "PROCESSED", 1, true
	from, order, downwards := project.CreatedAt.Format(time.RFC3339Nano), client.DocumentOrderFilename, client.Desc
	listed := must(api.ListDocumentsWithResponse(ctx, &client.ListDocumentsParams{
		ProjectId: project.Id, DocumentType: &drawing, ProcessingStatus: &processed, CreatedAtStart: &from,
		SortBy: &order, SortOrder: &downwards, Size: &one, Compact: &compact,
	}))
	page := found(listed.JSON200, listed.HTTPResponse)
	first := page.Items[0]
	fmt.Println("list with filters:", page.Total, first.Filename, *first.DocumentType)
	pair := client.CreateComparisonBody{OriginalDocumentId: older.Id, ComparisonDocumentId: newer.Id}
	compared := must(api.CreateComparisonWithResponse(ctx, nil, pair))
	created := found(compared.JSON202, compared.HTTPResponse)
	comparison := until(
		func() *client.GetComparisonOutput {
			answer := must(api.GetComparisonWithResponse(ctx, created.DrawingComparisonId, nil))
			return found(answer.JSON200, answer.HTTPResponse)
		},
		func(each *client.GetComparisonOutput) bool {
			return each.DrawingComparison.Status == "ready" || each.DrawingComparison.Status == "failed"
		},
	).DrawingComparison
	fmt.Println("compare:", comparison.Status, *comparison.OriginalDrawingRevision, *comparison.ComparisonDrawingRevision)
	items := []string{}
	for _, item := range comparison.Items {
		var kind, rating any
		var width float32
		switch each := must(item.ValueByDiscriminator()).(type) {
		case client.TextChange:
			kind, rating, width = each.Kind, each.DifferenceRating, each.BoundingBox.Width
		case client.GraphicChange:
			kind, rating, width = each.Kind, each.DifferenceRating, each.BoundingBox.Width
		case client.ViewChange:
			kind, rating, width = each.Kind, each.DifferenceRating, each.BoundingBox.Width
		case client.CloudChange:
			kind, rating, width = each.Kind, each.DifferenceRating, each.BoundingBox.Width
		case client.ChangeGroup:
			kind, rating, width = each.Kind, each.DifferenceRating, each.BoundingBox.Width
		case client.SheetChange:
			kind, rating, width = each.Kind, each.DifferenceRating, each.BoundingBox.Width
		}
		if width > 0 {
			items = append(items, fmt.Sprint(kind, " ", rating))
		}
	}
	fmt.Println("read items:", strings.Join(items, " "))
	searched := must(api.SearchWithResponse(ctx, &client.SearchParams{Query: "A-101", ProjectId: &project.Id}))
	hits := found(searched.JSON200, searched.HTTPResponse)
	fmt.Println("search:", hits.Total, hits.Items[0].Type, *hits.Items[0].Reference)
}
